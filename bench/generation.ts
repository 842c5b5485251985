import { languageModel } from '@shared/inference/drawnModel';
import { generate } from '@shared/inference/generate';
import type { Config } from './configs';
import { open, type Task } from './session';

/** Tokens per second with a cache, and how much slower the second half of the context is than the first. */
export async function generation(task: Task, config: Config) {
  const { session } = await open(task, config);
  const model = languageModel({ ...session.model, ops: session.backend.ops });
  const halves = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const end = performance.now() + 1000 * (task.seconds + 1);
  while (performance.now() < end) {
    const options = {
      length: config.n_ctx - 1,
      seed: 1,
      use_cache: true,
      temperature: 1,
      top_k: 0,
    };
    let start = performance.now();
    let i = 0;
    for (const _ of generate(model, [1], options)) {
      i++;
      if (i % 16 !== 0) continue;
      const half = i <= config.n_ctx / 2 ? 0 : 1;
      halves[half] = Math.min(halves[half] ?? 0, (performance.now() - start) / 16);
      start = performance.now();
    }
  }
  await session.team.close();
  const [first = 0, second = 0] = halves;
  return { tokensPerSecond: 1000 / ((first + second) / 2), growth: second / first };
}
