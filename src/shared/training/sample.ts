import { answer, ask, promptIds } from './asking';
import type { TrainerHost } from './host';
import type { Session } from './session';

const N_TOKENS = 128;
const TEMPERATURE = 0.8;
/** So long at a time, so that a command is heard between. */
const SLICE_MS = 15;

/**
 * A text from the model as it is now; of a pair, a question of the validation part with the model's answer. null when
 * the model does not make text.
 */
export async function sampleText(
  session: Session,
  { run, now }: Pick<TrainerHost, 'run' | 'now'>,
  breathe: () => Promise<void>,
): Promise<string | null> {
  const { dataset, trainer } = session;
  const { tokenizer } = dataset;
  const question = dataset.val(trainer.step % dataset.n_val_examples).source;
  const asked = ask(session, question ?? promptIds(dataset, ''));
  if (asked === null) return null;
  const ids: number[] = [];
  const isPair = question !== undefined;
  const options = {
    length: N_TOKENS,
    temperature: isPair ? 0 : TEMPERATURE,
    top_k: 0,
    seed: run.settings.seed + trainer.step,
    use_cache: true,
  };
  let start = now();
  for (const id of answer(asked, options)) {
    if (id !== null && !asked.marks.has(id)) ids.push(id);
    if (now() - start < SLICE_MS) continue;
    await breathe();
    start = now();
  }
  const text = tokenizer.decode(ids);
  return isPair ? `${tokenizer.decode(question)} → ${text}` : text;
}
