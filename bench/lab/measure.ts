import type { Backend } from '@shared/tensor/ops';
import { type Setup, start } from './experiment';
import type { Figure } from './figures';

/** What is asked of an experiment: its seeds, and where a figure is told as soon as it is there. */
export interface Asked {
  readonly backend: Backend;
  readonly seeds: readonly number[];
  /** Arms whose name holds this; '' = all. */
  readonly only: string;
  tell(figure: Figure): void;
}

/** The values of several figures for each seed, told under their names. */
export async function measure(
  { seeds, only, tell }: Asked,
  arm: string,
  references: Readonly<Record<string, string>>,
  once: (seed: number) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  if (!arm.includes(only)) return;
  const runs: Readonly<Record<string, number>>[] = [];
  for (const seed of seeds) runs.push(await once(seed));
  for (const [what, reference] of Object.entries(references)) {
    tell({ arm, what, values: runs.map((run) => run[what] ?? Number.NaN), reference });
  }
}

export const accuracyOnly = (reference: string) => ({ accuracy: reference });

/** Trains an arm to its end → its accuracy on held-out examples. */
export async function finalAccuracy({ backend }: Asked, setup: Setup, steps: number, seed: number) {
  const arm = start(backend, { ...setup, settings: { ...setup.settings, max_steps: steps } }, seed);
  await arm.train(steps);
  const { accuracy } = await arm.judge();
  arm.close();
  return { accuracy };
}
