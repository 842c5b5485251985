import { fail } from '@shared/contract/problem';
import type { TfCore } from '@shared/tensor/ops';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import type { WasmBackend } from './device';
import { folderOf } from './kernels';
import { lendMissingKernels } from './missingKernels';

export interface OpenWasm {
  readonly backend: WasmBackend;
  readonly memory: WebAssembly.Memory;
}

function memoryOf(result: WebAssembly.Result): WebAssembly.Memory | null {
  const { exports } = 'instance' in result ? result.instance : result;
  const found = Object.values(exports ?? {}).find((value) => value instanceof WebAssembly.Memory);
  return found ?? null;
}

/** Runs `start` and answers the memory of the WebAssembly module that it instantiates. */
async function memoryUsedBy(start: () => Promise<boolean>): Promise<WebAssembly.Memory | null> {
  const original = WebAssembly.instantiate;
  let memory: WebAssembly.Memory | null = null;
  WebAssembly.instantiate = async (source, imports) => {
    const result = await original(source, imports);
    memory ??= memoryOf(result);
    return result;
  };
  try {
    return (await start()) ? memory : null;
  } finally {
    WebAssembly.instantiate = original;
  }
}

function failFull(): never {
  return fail(
    { en: 'Memory', zh: '内存' },
    {
      en: 'the numbers of one step do not fit into 4 GB.',
      zh: '一步训练所需的数值超过了 4 GB。',
    },
    {
      en: 'Lower batch_size, n_ctx, d_model or the number of layers.',
      zh: '请减小 batch_size、n_ctx、d_model 或层数。',
    },
  );
}

/** A full memory answers address 0, and whoever writes there destroys what others keep: make it a problem instead. */
function guardFullMemory({ wasm }: WasmBackend, memory: WebAssembly.Memory): void {
  // The first call replaces the property itself.
  wasm._free(wasm._malloc(4));
  const malloc = wasm._malloc;
  const checked = (bytes: number) => {
    const address = malloc(bytes);
    // Its sums overflow at 4 GB: then it hands out what lies beyond the end of the memory.
    const isThere = address !== 0 && (address >>> 0) + bytes <= memory.buffer.byteLength;
    return isThere || bytes === 0 ? address : failFull();
  };
  Object.defineProperty(wasm, '_malloc', { value: checked, writable: true });
}

/** Starts TensorFlow.js's wasm backend and gets hold of the memory that its tensors lie in. @throws Error when it does not start. */
export async function openWasm(tf: TfCore): Promise<OpenWasm> {
  const folder = folderOf('tfjs-backend-wasm-simd.wasm');
  if (folder === null) throw new Error('tfjs-backend-wasm-simd.wasm is missing');
  setWasmPaths(`${folder}/`);
  setThreadsCount(1);
  const memory = await memoryUsedBy(() => tf.setBackend('wasm'));
  if (memory === null) throw new Error('the wasm backend of TensorFlow.js did not start');
  lendMissingKernels(tf);
  const backend = tf.backend() as unknown as WasmBackend;
  guardFullMemory(backend, memory);
  return { backend, memory };
}
