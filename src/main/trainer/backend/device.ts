import type { Tensor, TfCore } from '@shared/tensor/ops';
import type { Kernels } from './kernels';

/** What the gradients of an operation's inputs are, by the names they were recorded under. */
export type Gradients = Readonly<Record<string, () => Tensor>>;

/** The parts of TensorFlow.js 4.22.0's engine and wasm backend that fused operations reach into. */
interface EngineInside {
  readonly state: { readonly activeScope: { readonly id: number } | null };
  isTapeOn(): boolean;
  addTapeNode(
    name: string,
    inputs: Record<string, Tensor>,
    outputs: Tensor[],
    gradient: (dy: Tensor) => Gradients,
    saved: readonly Tensor[],
    attributes: object,
  ): void;
  makeTensorFromTensorInfo(info: object): Tensor;
}

export interface WasmBackend {
  // biome-ignore lint/style/useNamingConvention: these are Emscripten's names
  readonly wasm: { _malloc(bytes: number): number; _free(address: number): void };
  readonly dataIdMap: { get(dataId: object): { readonly memoryOffset: number } };
  makeOutput(shape: readonly number[], dtype: 'float32'): object;
  incRef(dataId: object): void;
}

/** Kernels, the memory they work in, and the tape that gradients are recorded on. */
export interface Device {
  readonly kernels: Kernels;
  readonly memory: WebAssembly.Memory;
  /** Where a tensor's numbers lie. */
  address(x: Tensor): number;
  /** A new tensor, its numbers not yet set. */
  output(shape: readonly number[]): Tensor;
  /** A new tensor of the same numbers in the same place. */
  share(x: Tensor, shape?: readonly number[]): Tensor;
  /** At least that many bytes for a kernel's own use until the next call. */
  scratch(bytes: number): number;
  /** Bytes that stay until `free`. */
  allocate(bytes: number): number;
  free(address: number): void;
  /** Lets `y` have gradients with respect to `inputs`; `saved` are kept until then. */
  record(
    name: string,
    inputs: Record<string, Tensor>,
    y: Tensor,
    saved: readonly Tensor[],
    gradient: (dy: Tensor, saved: readonly Tensor[]) => Gradients,
  ): void;
}

function dispose(tensors: readonly Tensor[]): void {
  for (const tensor of tensors) tensor.dispose();
}

export function makeDevice(
  tf: TfCore,
  backend: WasmBackend,
  memory: WebAssembly.Memory,
  kernels: Kernels,
): Device {
  const engine = tf.engine() as unknown as EngineInside;
  let scratch = { address: 0, bytes: 0 };
  /** What the operation needed whose gradients were asked for last: nobody reads it once the next one's are. */
  let spent: readonly Tensor[] = [];
  const allocate = (bytes: number) => backend.wasm._malloc(bytes) >>> 0;
  const share = (x: Tensor, shape: readonly number[] = x.shape) => {
    const { dataId, dtype } = x;
    backend.incRef(dataId);
    return engine.makeTensorFromTensorInfo({ dataId, shape, dtype });
  };
  return {
    kernels,
    memory,
    allocate,
    share,
    free: (address) => backend.wasm._free(address),
    address: (x) => backend.dataIdMap.get(x.dataId).memoryOffset,
    output: (shape) => engine.makeTensorFromTensorInfo(backend.makeOutput(shape, 'float32')),
    scratch(bytes) {
      if (bytes > scratch.bytes) {
        if (scratch.address !== 0) backend.wasm._free(scratch.address);
        scratch = { address: allocate(bytes), bytes };
      }
      return scratch.address;
    },
    record(name, inputs, y, saved, gradient) {
      if (!engine.isTapeOn()) return;
      // Shares, because the originals may be disposed of before their gradient is asked for.
      const kept = saved.map((x) => Object.assign(share(x), { kept: true }));
      const gradientOf = (dy: Tensor) => {
        dispose(spent);
        // The tape would hold both until the whole backward pass is over. A dy of another scope is the caller's own.
        const isOurs = 'scopeId' in dy && dy.scopeId === engine.state.activeScope?.id;
        spent = isOurs ? [...kept, dy] : kept;
        return gradient(dy, kept);
      };
      engine.addTapeNode(name, inputs, [y], gradientOf, kept, {});
    },
  };
}
