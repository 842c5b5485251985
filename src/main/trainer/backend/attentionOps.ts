import type { AttentionOptions, Ops, Tensor } from '@shared/tensor/ops';
import { keepThreshold } from '@shared/tensor/random';
import type { Device } from './device';
import { check } from './linearOps';

/** Angles of positions 0, 1, …, by (base, half of d_k). */
interface AngleTable {
  readonly address: number;
  readonly positions: number;
}

/** Tells the kernels what they work on: shapes, then mask, scale and dropout. */
function configure(device: Device, q: Tensor, k: Tensor, d_v: number, options: AttentionOptions) {
  const { kernels } = device;
  const { n_heads, n_kv_heads, causal, window, scale, alibi, keyPadding, dropout } = options;
  const [B = 0, T = 0, width = 0] = q.shape;
  const [, S = 0, keyWidth = 0] = k.shape;
  const d_k = width / n_heads;
  check(k.shape[0] === B && keyWidth === n_kv_heads * d_k, 'attention', q, k);
  check(n_heads % n_kv_heads === 0, 'attention', q, k);
  if (keyPadding) check(keyPadding.size === B * S, 'attention', k, keyPadding);
  const rate = dropout?.rate ?? 0;
  kernels.attentionShape(B, T, S, n_heads, n_kv_heads, d_k, d_v);
  kernels.attentionMask(
    causal ? 1 : 0,
    window ?? 0,
    scale,
    alibi ? 1 : 0,
    keyPadding ? device.address(keyPadding) : 0,
    rate > 0 ? keepThreshold(rate) : 0,
    1 / (1 - rate),
    dropout?.key ?? 0,
    dropout?.firstExample ?? 0,
  );
  return { B, T, S };
}

export function attentionOps(device: Device): Pick<Ops, 'attention' | 'attentionPattern' | 'rope'> {
  const { kernels, address, output, record } = device;
  return {
    attention(q, k, v, options) {
      const { n_heads, n_kv_heads, keyPadding } = options;
      const d_v = (v.shape[2] ?? 0) / n_kv_heads;
      check(v.shape[1] === k.shape[1] && v.shape[0] === k.shape[0], 'attention', k, v);
      const { B, T } = configure(device, q, k, d_v, options);
      const y = output([B, T, n_heads * d_v]);
      const stats = output([B, n_heads, T, 2]); // what the gradient needs to know of each row of the pattern
      const scratch = device.scratch(kernels.attentionBytes());
      kernels.attention(address(q), address(k), address(v), address(y), address(stats), scratch);
      const saved = [q, k, v, y, stats, ...(keyPadding ? [keyPadding] : [])];
      record('attention', { q, k, v }, y, saved, (dy, kept) => {
        const [ownQ = q, ownK = k, ownV = v, ownY = y, ownStats = stats, padding = null] = kept;
        configure(device, ownQ, ownK, d_v, { ...options, keyPadding: padding });
        const [dq, dk, dv] = [output(q.shape), output(k.shape), output(v.shape)];
        kernels.attentionGrad(
          ...[ownQ, ownK, ownV, ownY, ownStats, dy, dq, dk, dv].map(address),
          device.scratch(kernels.attentionGradBytes()),
        );
        return { q: () => dq, k: () => dk, v: () => dv };
      });
      stats.dispose();
      return y;
    },
    attentionPattern(q, k, options) {
      const { B, T, S } = configure(device, q, k, 1, options);
      const pattern = output([B, options.n_heads, T, S]);
      const scratch = device.scratch(kernels.attentionBytes());
      kernels.attentionPattern(address(q), address(k), address(pattern), scratch);
      return pattern;
    },
    rope: ropeOp(device),
  };
}

function ropeOp(device: Device): Ops['rope'] {
  const { kernels, address, output, record } = device;
  const tables = new Map<string, AngleTable>();

  const tableFor = (half: number, base: number, positions: number): number => {
    const name = `${half} ${base}`;
    const known = tables.get(name);
    if (known && known.positions >= positions) return known.address;
    if (known) device.free(known.address);
    const size = 2 ** Math.ceil(Math.log2(Math.max(positions, 64)));
    const table = { address: device.allocate(size * half * 8), positions: size };
    const numbers = new Float32Array(device.memory.buffer, table.address, size * half * 2);
    for (let at = 0; at < size * half; at++) {
      const angle = Math.floor(at / half) * base ** (-(at % half) / half);
      numbers[2 * at] = Math.cos(angle);
      numbers[2 * at + 1] = Math.sin(angle);
    }
    tables.set(name, table);
    return table.address;
  };

  return (x, n_heads, base, offset) => {
    const [B = 0, T = 0, width = 0] = x.shape;
    const half = width / n_heads / 2;
    check(Number.isInteger(half), 'rope', x);
    const turn = (from: Tensor, sign: number) => {
      const table = tableFor(half, base, offset + T) + offset * half * 8;
      const to = output(x.shape);
      kernels.rope(B, T, n_heads, half, address(from), table, sign, address(to));
      return to;
    };
    const y = turn(x, 1);
    record('rope', { x }, y, [], (dy) => ({ x: () => turn(dy, -1) }));
    return y;
  };
}
