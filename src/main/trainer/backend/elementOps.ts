import type { Activation, Ops, Tensor } from '@shared/tensor/ops';
import { keepThreshold } from '@shared/tensor/random';
import type { Device } from './device';
import { check } from './linearOps';

/** The kinds by the numbers that the kernels know them by. */
const KINDS: Readonly<Record<Activation, number>> = {
  relu: 0,
  gelu: 1,
  gelu_tanh: 2,
  silu: 3,
  relu2: 4,
};

const sameShape = (a: Tensor, b: Tensor) =>
  a.rank === b.rank && a.shape.every((size, axis) => size === b.shape[axis]);
const isSuffix = (a: Tensor, b: Tensor) =>
  b.rank <= a.rank && b.shape.every((size, i) => size === a.shape[a.rank - b.rank + i]);

export function elementOps(device: Device): Pick<Ops, 'add' | 'activation' | 'gated' | 'dropout'> {
  return { ...activationOps(device), add: addOp(device), dropout: dropoutOp(device) };
}

function addOp({ kernels, address, output, record, share }: Device): Ops['add'] {
  return (a, b) => {
    check(isSuffix(a, b), 'add', a, b);
    const y = output(a.shape);
    const M = b.size === 0 ? 0 : a.size / b.size;
    if (M === 1) kernels.add(a.size, address(a), address(b), address(y));
    else kernels.addRows(M, b.size, address(a), address(b), address(y));
    record('add', { a, b }, y, [], (dy) => ({
      a: () => share(dy),
      b() {
        if (M === 1) return share(dy, b.shape);
        const db = output(b.shape);
        kernels.sumRows(M, b.size, address(dy), address(db));
        return db;
      },
    }));
    return y;
  };
}

function activationOps({
  kernels,
  address,
  output,
  record,
}: Device): Pick<Ops, 'activation' | 'gated'> {
  return {
    activation(x, kind) {
      const y = output(x.shape);
      kernels.activation(KINDS[kind], x.size, address(x), address(y));
      record('activation', { x }, y, [x], (dy, [own = x]) => ({
        x() {
          const dx = output(x.shape);
          kernels.activationGrad(KINDS[kind], x.size, address(own), address(dy), address(dx));
          return dx;
        },
      }));
      return y;
    },
    gated(gate, x, kind) {
      check(sameShape(gate, x), 'gated', gate, x);
      const y = output(x.shape);
      kernels.gated(KINDS[kind], x.size, address(gate), address(x), address(y));
      record('gated', { gate, x }, y, [gate, x], (dy, [ownGate = gate, ownX = x]) => {
        const [dGate, dX] = [output(x.shape), output(x.shape)];
        kernels.gatedGrad(
          KINDS[kind],
          x.size,
          address(ownGate),
          address(ownX),
          address(dy),
          address(dGate),
          address(dX),
        );
        return { gate: () => dGate, x: () => dX };
      });
      return y;
    },
  };
}

function dropoutOp({ kernels, address, output, record }: Device): Ops['dropout'] {
  return (x, { rate, key, firstExample }) => {
    if (rate === 0) return x;
    const B = x.shape[0] ?? 1;
    const drop = (from: Tensor) => {
      const to = output(x.shape);
      const [threshold, factor] = [keepThreshold(rate), 1 / (1 - rate)];
      kernels.dropout(
        B,
        x.size / B,
        address(from),
        address(to),
        key,
        firstExample,
        threshold,
        factor,
      );
      return to;
    };
    const y = drop(x);
    record('dropout', { x }, y, [], (dy) => ({ x: () => drop(dy) }));
    return y;
  };
}
