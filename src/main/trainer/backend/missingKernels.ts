import type { TfCore } from '@shared/tensor/ops';
import type * as Tf from '@tensorflow/tfjs';

type Backend = Tf.KernelBackend & {
  readSync(dataId: object): Tf.backend_util.TypedArray;
  disposeData(dataId: object): boolean;
};

/** Operations that the wasm backend lacks and gradients of ordinary operations need, `gather` above all. */
const LENT = [
  'UnsortedSegmentSum',
  'Conv2DBackpropFilter',
  'DepthwiseConv2dNativeBackpropFilter',
  'DepthwiseConv2dNativeBackpropInput',
];

/** Lends the JavaScript backend's kernels to the wasm backend, so that whatever is computed can be trained. */
export function lendMissingKernels(tf: TfCore): void {
  for (const { kernelName, kernelFunc } of tf.getKernelsForBackend('cpu')) {
    if (!LENT.includes(kernelName) || tf.getKernel(kernelName, 'wasm')) continue;
    tf.registerKernel({ kernelName, backendName: 'wasm', kernelFunc: lent(tf, kernelFunc) });
  }
}

/** Copies what it is given to the JavaScript backend, and back what comes out. */
function lent(tf: TfCore, kernelFunc: Tf.KernelFunc): Tf.KernelFunc {
  const copy = (from: Backend, to: Backend, { dataId, shape, dtype }: Tf.TensorInfo) => {
    const values = from.readSync(dataId);
    return { shape, dtype, dataId: to.write(values, shape, dtype) };
  };
  return ({ inputs, attrs = {} }) => {
    const cpu = tf.engine().findBackend('cpu') as Backend;
    const wasm = tf.engine().findBackend('wasm') as Backend;
    const given = Object.entries(inputs).flatMap(([name, info]): [string, Tf.TensorInfo][] =>
      info ? [[name, copy(wasm, cpu, info)]] : [],
    );
    const results = [kernelFunc({ inputs: Object.fromEntries(given), attrs, backend: cpu })].flat();
    const [output] = results.map((info) => copy(cpu, wasm, info));
    for (const { dataId } of [...given.map(([, info]) => info), ...results])
      cpu.disposeData(dataId);
    if (output === undefined) throw new Error('a kernel without an output');
    return output;
  };
}
