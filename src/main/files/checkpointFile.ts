import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Checkpoint,
  type CheckpointManifest,
  checkpointManifestSchema,
  type LastCheckpoint,
} from '@shared/contract/checkpoint';
import { type Problem, ProblemError } from '@shared/contract/problem';
import { readSafetensors, writeSafetensors } from '@shared/export/safetensors';
import { syncFolder, temporaryName, writeDurable } from './atomicWrite';
import { fileErrorCode, inFolder, withFileProblems } from './fileProblem';
import { readJsonAs } from './jsonFile';

const MANIFEST = 'manifest.json';
const WEIGHTS = 'weights.safetensors';
const OPTIMIZER = 'optimizer.safetensors';

/** At most so many are kept besides the last two and the best, spread evenly over the run. */
const MAX_MILESTONES = 8;

function checkpointsFolder(run: string): string {
  return join(run, 'checkpoints');
}

/** `step-000500` */
function folderName(step: number): string {
  return `step-${String(step).padStart(6, '0')}`;
}

/** The steps that have a complete checkpoint, in order: a folder gets its name when all is in it. */
export async function checkpointSteps(run: string): Promise<number[]> {
  const names = await readdir(checkpointsFolder(run)).catch(() => []);
  return names
    .flatMap((name) => /^step-(\d{6,9})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Writes a checkpoint beside the others; only when it is whole are others that are not needed removed. */
export async function saveCheckpoint(run: string, checkpoint: Checkpoint): Promise<void> {
  const folder = join(checkpointsFolder(run), folderName(checkpoint.manifest.step));
  const partial = temporaryName(folder);
  // The same seed makes the same numbers: what is there already, and whole, is this checkpoint.
  if ((await loadCheckpoint(run, checkpoint.manifest.step).catch(() => null)) !== null) return;
  await withFileProblems({ en: 'Saving a checkpoint', zh: '保存检查点' }, async () => {
    try {
      await makeFolder(checkpointsFolder(run));
      await mkdir(partial);
      await writeDurable(join(partial, WEIGHTS), writeSafetensors(checkpoint.weights));
      await writeDurable(join(partial, OPTIMIZER), writeSafetensors(checkpoint.optimizer));
      const manifest = `${JSON.stringify(checkpoint.manifest, null, 2)}\n`;
      await writeDurable(join(partial, MANIFEST), manifest);
      await syncFolder(partial);
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
      await syncFolder(checkpointsFolder(run));
    } catch (error) {
      await rm(partial, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
  });
  await prune(run);
}

/** A run whose own folder is gone is not made anew. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (fileErrorCode(error) !== 'EEXIST') throw error;
  });
}

/**
 * The last checkpoint that can be read whole; null when there is none. A damaged one is passed over with a warning: the
 * steps since the one before are trained again.
 *
 * @throws ProblemError of the last one, when none of them can be read.
 */
export async function loadLastCheckpoint(run: string): Promise<LastCheckpoint | null> {
  let damaged: ProblemError | null = null;
  for (const step of (await checkpointSteps(run)).reverse()) {
    try {
      const checkpoint = await loadCheckpoint(run, step);
      return damaged === null
        ? checkpoint
        : { ...checkpoint, warning: passedOver(damaged.problem, step) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      damaged ??= new ProblemError(inFolder(folderName(step), error.problem));
    }
  }
  if (damaged !== null) throw damaged;
  return null;
}

function passedOver({ where, what }: Problem, step: number): Problem {
  return {
    where,
    what: {
      en: `${what.en} The run is as it was at step ${step}, its last checkpoint that can be read.`,
      zh: `${what.zh}这次训练回到第 ${step} 步，即最后一个可读的检查点。`,
    },
    fix: {
      en: 'The steps since are trained again when it goes on.',
      zh: '继续训练时会重新训练其后的步骤。',
    },
  };
}

/** @throws ProblemError when it is missing or damaged. */
export async function loadCheckpoint(run: string, step: number): Promise<Checkpoint> {
  const folder = join(checkpointsFolder(run), folderName(step));
  const manifest = await readJsonAs(join(folder, MANIFEST), checkpointManifestSchema);
  const read = async (name: string) => {
    const { buffer, byteOffset, length } = await withFileProblems(name, () =>
      readFile(join(folder, name)),
    );
    // A Buffer is no plain Uint8Array: its slice shares memory.
    return readSafetensors(new Uint8Array(buffer, byteOffset, length), name);
  };
  return { manifest, weights: await read(WEIGHTS), optimizer: await read(OPTIMIZER) };
}

async function manifestOf(run: string, step: number): Promise<CheckpointManifest | null> {
  const path = join(checkpointsFolder(run), folderName(step), MANIFEST);
  return readJsonAs(path, checkpointManifestSchema).catch(() => null);
}

/** Removes all but the last two (one may be damaged), the best and some between, and what a crash left unfinished. */
async function prune(run: string): Promise<void> {
  const steps = await checkpointSteps(run);
  const manifests = await Promise.all(steps.map((step) => manifestOf(run, step)));
  const kept = new Set([...steps.slice(-2), bestStep(manifests), ...milestones(steps)]);
  const folder = checkpointsFolder(run);
  const surplus = steps.filter((step) => !kept.has(step)).map(folderName);
  const unfinished = (await readdir(folder)).filter((name) => name.includes('.tmp-'));
  for (const name of [...surplus, ...unfinished])
    await rm(join(folder, name), { recursive: true, force: true });
}

/** The step of the lowest validation loss. */
function bestStep(manifests: readonly (CheckpointManifest | null)[]): number | undefined {
  let best: CheckpointManifest | undefined;
  for (const manifest of manifests) {
    if (manifest?.val_loss == null) continue;
    if (best?.val_loss == null || manifest.val_loss < best.val_loss) best = manifest;
  }
  return best?.step;
}

/** Steps on a grid of 1000 · 2ʲ, the finest that leaves at most MAX_MILESTONES of them. */
export function milestones(steps: readonly number[]): number[] {
  for (let grid = 1000; ; grid *= 2) {
    const on = steps.filter((step) => step > 0 && step % grid === 0);
    if (on.length <= MAX_MILESTONES) return on;
  }
}
