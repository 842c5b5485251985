import type { Ops, Tensor } from '@shared/tensor/ops';
import type { Device } from './device';

const last = (x: Tensor): number => x.shape[x.rank - 1] ?? 1;
const lead = (x: Tensor): number[] => x.shape.slice(0, -1);

/** Kernels trust their arguments: a wrong shape would read another tensor's memory. */
export function check(right: boolean, name: string, ...tensors: readonly Tensor[]): void {
  if (right) return;
  const shapes = tensors.map((x) => `(${x.shape.join(', ')})`).join(' and ');
  throw new Error(`${name}: shapes ${shapes} do not fit`);
}

export function linearOps(device: Device): Pick<Ops, 'linear' | 'linearTransposed' | 'embedding'> {
  const { address, output, record } = device;
  const { times, timesTransposed, gradX, gradW } = products(device);
  return {
    linear(x, W, b) {
      check(W.rank === 2 && last(x) === W.shape[0], 'linear', x, W);
      if (b) check(b.size === W.shape[1], 'linear', W, b);
      const y = times(x, W, b);
      const inputs = { x, weight: W, ...(b && { bias: b }) };
      record('linear', inputs, y, [x, W], (dy, [ownX = x, ownW = W]) => ({
        x: () => gradX(dy, ownW),
        weight: () => gradW(ownX, dy),
        bias() {
          const db = output([last(dy)]);
          device.kernels.sumRows(dy.size / db.size, db.size, address(dy), address(db));
          return db;
        },
      }));
      return y;
    },
    linearTransposed(x, W) {
      check(W.rank === 2 && last(x) === W.shape[1], 'linearTransposed', x, W);
      const y = timesTransposed(x, W);
      record('linearTransposed', { x, weight: W }, y, [x, W], (dy, [ownX = x, ownW = W]) => ({
        x: () => times(dy, ownW, null),
        weight: () => gradW(dy, ownX),
      }));
      return y;
    },
    embedding: embeddingOp(device),
  };
}

/** The matrix products of linear layers and of their gradients. */
function products({ kernels, address, output, scratch }: Device) {
  const scratchFor = (N: number, K: number) => scratch(kernels.multiplyBytes(N, K));
  return {
    /** x: (…, K) · W: (K, N) · b: (N) or null → (…, N), x·W + b. */
    times(x: Tensor, W: Tensor, b: Tensor | null): Tensor {
      const [K = 0, N = 0] = W.shape;
      const y = output([...lead(x), N]);
      const bias = b ? address(b) : 0;
      const at = [address(x), address(W), bias, address(y), scratchFor(N, K)];
      kernels.linear(x.size / K, N, K, ...at);
      return y;
    },
    /** x: (…, K) · W: (N, K) → (…, N), x·Wᵀ. */
    timesTransposed(x: Tensor, W: Tensor): Tensor {
      const [N = 0, K = 0] = W.shape;
      const y = output([...lead(x), N]);
      const at = [address(x), address(W), address(y), scratchFor(N, K)];
      kernels.linearTransposed(x.size / K, N, K, ...at);
      return y;
    },
    /** dy: (…, N) · W: (K, N) → (…, K), dy·Wᵀ. */
    gradX(dy: Tensor, W: Tensor): Tensor {
      const [K = 0, N = 0] = W.shape;
      const dx = output([...lead(dy), K]);
      const at = [address(dy), address(W), address(dx), scratchFor(K, N)];
      kernels.linearGradX(dy.size / N, N, K, ...at);
      return dx;
    },
    /** x: (…, K) · dy: (…, N) → (K, N), xᵀ·dy. */
    gradW(x: Tensor, dy: Tensor): Tensor {
      const [K, N] = [last(x), last(dy)];
      const M = x.size / K;
      const dW = output([K, N]);
      kernels.linearGradW(M, N, K, ...[x, dy, dW].map(address), scratchFor(N, M));
      return dW;
    },
  };
}

function embeddingOp({ kernels, address, output, record }: Device): Ops['embedding'] {
  return (ids, W_E) => {
    check(W_E.rank === 2 && ids.dtype === 'int32', 'embedding', ids, W_E);
    const [n_vocab = 0, d = 0] = W_E.shape;
    const y = output([...ids.shape, d]);
    kernels.embedding(ids.size, d, n_vocab, ...[ids, W_E, y].map(address));
    record('embedding', { table: W_E }, y, [ids], (dy, [ownIds = ids]) => ({
      table() {
        const dTable = output([n_vocab, d]);
        kernels.embeddingGrad(ids.size, d, n_vocab, ...[ownIds, dy, dTable].map(address));
        return dTable;
      },
    }));
    return y;
  };
}
