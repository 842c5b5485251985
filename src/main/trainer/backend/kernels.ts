import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** How the kernels were compiled. */
export type Variant = 'relaxed' | 'simd';

type Kernel = (...numbers: number[]) => number;

/** What src/kernels/index.ts exports: every argument is a number, addresses and lengths included. */
export type KernelName =
  | 'activation'
  | 'activationGrad'
  | 'adamW'
  | 'add'
  | 'addRows'
  | 'allFinite'
  | 'attention'
  | 'attentionBytes'
  | 'attentionGrad'
  | 'attentionGradBytes'
  | 'attentionMask'
  | 'attentionPattern'
  | 'attentionShape'
  | 'crossEntropy'
  | 'crossEntropyGrad'
  | 'dropout'
  | 'embedding'
  | 'embeddingGrad'
  | 'gated'
  | 'gatedGrad'
  | 'linear'
  | 'linearGradW'
  | 'linearGradX'
  | 'linearTransposed'
  | 'multiplyBytes'
  | 'norm'
  | 'normGradGain'
  | 'normGradX'
  | 'peak'
  | 'rope'
  | 'sgd'
  | 'sumOfSquares'
  | 'sumRows'
  | 'setWideTiles';

export type Kernels = Readonly<Record<KernelName, Kernel>>;

/** The folders where a `.wasm` file may lie, seen from this file or from the bundle that it became part of. */
function wasmFolders(): string[] {
  const folders: string[] = [];
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let depth = 0; depth < 6; depth++) {
    folders.push(
      join(folder, 'resources'),
      join(folder, 'build/kernels'),
      join(folder, 'node_modules/@tensorflow/tfjs-backend-wasm/dist'),
    );
    folder = dirname(folder);
  }
  return folders;
}

/** The folder that holds a `.wasm` file of that name, or null. */
export function folderOf(name: string): string | null {
  return wasmFolders().find((folder) => existsSync(join(folder, name))) ?? null;
}

const [v8Major = 0, v8Minor = 0] = process.versions.v8.split('.').map(Number);

/** Whether V8 can make one 256-bit operation of two of 128 bits. */
export const joinsVectors = v8Major >= 13;

/** What V8 can do but does not do by itself; it complains about a flag that it does not know. */
const v8Flags = [
  ...(v8Major + v8Minor / 100 < 11.04 ? ['--experimental-wasm-relaxed-simd'] : []),
  ...(joinsVectors ? ['--experimental-wasm-revectorize'] : []),
];

/** The kernels of that variant, at work in `memory`. @throws Error when they are not built, or this machine lacks an instruction. */
export function loadKernels(variant: Variant, memory: WebAssembly.Memory): Kernels {
  const name = `kernels-${variant}.wasm`;
  const folder = folderOf(name);
  if (folder === null) throw new Error(`${name} is missing; npm run build makes it`);
  if (variant === 'relaxed') for (const flag of v8Flags) setFlagsFromString(flag);
  const module = new WebAssembly.Module(readFileSync(join(folder, name)));
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Kernels;
}
