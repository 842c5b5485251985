/** A GPT decoder: pre-norm, GELU, d_ff = 4·d_model, causal, tied head; float32, dropout 0, AdamW. */
export interface Config {
  readonly batch_size: number;
  readonly n_ctx: number;
  readonly n_vocab: number;
  readonly d_model: number;
  readonly n_heads: number;
  readonly n_layers: number;
}

const T: Config = { batch_size: 32, n_ctx: 64, n_vocab: 65, d_model: 64, n_heads: 4, n_layers: 2 };

/** T, S (nanoGPT's CPU setting) and M, and T with longer contexts or wider vectors. */
export const configs: Readonly<Record<string, Config>> = {
  T,
  S: { batch_size: 12, n_ctx: 64, n_vocab: 65, d_model: 128, n_heads: 4, n_layers: 4 },
  M: { batch_size: 16, n_ctx: 128, n_vocab: 65, d_model: 384, n_heads: 6, n_layers: 6 },
  'n_ctx 128': { ...T, batch_size: 16, n_ctx: 128 },
  'n_ctx 256': { ...T, batch_size: 8, n_ctx: 256 },
  'n_ctx 512': { ...T, batch_size: 4, n_ctx: 512 },
  'd_model 128': { ...T, d_model: 128 },
  'd_model 256': { ...T, d_model: 256 },
  'd_model 512': { ...T, d_model: 512, n_heads: 8 },
};

/** Floating-point operations of one training step; attention counted for the half that is seen. */
export function flopsOf({ batch_size, n_ctx, n_vocab, d_model, n_layers }: Config): number {
  const tokens = batch_size * n_ctx;
  const matrices = 12 * d_model ** 2 * n_layers + n_vocab * d_model;
  return 6 * tokens * matrices + 6 * tokens * n_ctx * d_model * n_layers;
}
