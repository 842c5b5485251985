import { z } from 'zod';
import { problemSchema, textSchema } from './problem';
import { runSchema } from './project';

/** Half a character stands for nothing: no tokenizer takes it. */
const wholeTextSchema = z.string().refine((text) => text.isWellFormed(), {
  message: 'expected a text without half characters',
});

/** What a trainer is told. One trainer serves one run. */
export const commandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('play') }),
  z.object({ type: z.literal('pause') }),
  /** Trains this many steps, then pauses. */
  z.object({ type: z.literal('step'), steps: z.int().min(1).max(10_000) }),
  /** Writes a checkpoint and ends. */
  z.object({ type: z.literal('stop') }),
  /** Sets the sentence whose attention is sent now and while training; null = the start of the validation text. */
  z.object({
    type: z.literal('attend'),
    text: wholeTextSchema.max(2000).nullable(),
    watch: z.boolean(),
  }),
  /** Has a step's time measured and sent, about once a second while training, as long as somebody looks at it. */
  z.object({ type: z.literal('time'), watch: z.boolean() }),
  z.object({
    type: z.literal('generate'),
    request: z.string().max(40),
    prompt: wholeTextSchema.max(20_000),
    length: z.int().min(1).max(20_000),
    temperature: z.number().min(0).max(10),
    /** 0 = all tokens. */
    top_k: z.int().min(0).max(1_000_000),
    seed: z.int().min(0),
    use_cache: z.boolean(),
    /** Beginnings kept side by side in a beam search; without it, tokens are drawn one by one. */
    n_beams: z.int().min(1).max(16).optional(),
  }),
  z.object({ type: z.literal('cancel'), request: z.string().max(40) }),
]);
export type Command = z.infer<typeof commandSchema>;

/** What was seen of a model before its first step. */
export const startSchema = z.object({
  /** ln of the number of classes: the loss of even guessing. */
  expected: z.number(),
  /** Standard deviation of the logits of one position. */
  spread: z.number(),
  /** Nats that it costs that the logits of one position are not all the same; missing in runs of before it was measured. */
  uneven: z.number().optional(),
  /**
   * Why the first validation loss is another: uneven logits cost (`spread`), or the right answers stand above the mean of
   * the logits (`favours`) or below it (`against`). `unknown`: it is no number.
   */
  reason: z.enum(['spread', 'favours', 'against', 'unknown']).nullable(),
  /** The token whose change no earlier position noticed, counted from 1; null where all may be seen. */
  masked: z.int().nullable(),
});
export type Start = z.infer<typeof startSchema>;

/** One line of metrics.jsonl: a training step, or a validation (val_loss), or a sample. Loss is nats per token. */
export const metricSchema = z.object({
  step: z.int(),
  train_loss: z.number().optional(),
  val_loss: z.number().optional(),
  /** Share of the validation targets whose likeliest prediction is right. */
  val_accuracy: z.number().optional(),
  /** Share of the validation examples of a task of which every target is right. */
  val_exact: z.number().optional(),
  lr: z.number().optional(),
  grad_norm: z.number().optional(),
  tokens_per_second: z.number().optional(),
  sample: z.string().optional(),
  start: startSchema.optional(),
});
export type Metric = z.infer<typeof metricSchema>;

/** Attention of one sentence: pattern is (n_heads, queries, keys) row by row, rows sum to 1. */
export const attentionViewSchema = z.object({
  step: z.int(),
  /** How each token is shown, whitespace made visible. */
  tokens: z.array(z.string()),
  /** Of a drawing that also reads a source: its tokens. */
  source: z.array(z.string()).optional(),
  layers: z.array(
    z.object({
      /** Such as `decoder.0.attention`. */
      name: z.string(),
      n_heads: z.int(),
      pattern: z.instanceof(Float32Array),
      causal: z.boolean(),
      /** Whose positions are the rows, and whose the columns; `tokens` when not given. */
      queries: z.enum(['tokens', 'source']).optional(),
      keys: z.enum(['tokens', 'source']).optional(),
      /** How many tokens one row or column stands for, where neighbours were summed; 1 when not given. */
      queryTokens: z.int().min(1).optional(),
      keyTokens: z.int().min(1).optional(),
    }),
  ),
});
export type AttentionView = z.infer<typeof attentionViewSchema>;

/** Where the time of a step goes, on average over some steps: milliseconds. */
export const stepTimeSchema = z.object({
  step: z.int(),
  n_steps: z.int(),
  ms: z.number(),
  /** In the operations of the trainer's own thread. */
  parts: z.object({
    matmul: z.number(),
    attention: z.number(),
    norms: z.number(),
    elementwise: z.number(),
    embedding: z.number(),
    loss: z.number(),
    optimizer: z.number(),
  }),
  /** For the threads that share the work. */
  wait: z.number(),
});
export type StepTime = z.infer<typeof stepTimeSchema>;

/** What a trainer says. */
export const trainerEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    step: z.int(),
    n_vocab: z.int(),
    n_params: z.int(),
    n_train_tokens: z.int(),
    n_val_tokens: z.int(),
    /** Validation tokens never seen in training, shown as <unk>. */
    n_unknown: z.int(),
    backend: z.string(),
    /** Why it does not compute with the fastest backend, when it does not. */
    note: textSchema.nullable(),
    tokenizer: z.unknown(),
    /** What to know that does not stop training. */
    warnings: z.array(problemSchema).optional(),
  }),
  z.object({ type: z.literal('state'), state: z.enum(['training', 'paused']), step: z.int() }),
  z.object({ type: z.literal('metrics'), metrics: z.array(metricSchema) }),
  z.object({ type: z.literal('attention'), view: attentionViewSchema }),
  z.object({ type: z.literal('time'), time: stepTimeSchema }),
  z.object({ type: z.literal('checkpoint'), step: z.int() }),
  z.object({
    type: z.literal('generated'),
    request: z.string(),
    /** Text that became whole since the last event; bytes that are not yet a character wait. */
    text: z.string(),
    n_tokens: z.int(),
    tokens_per_second: z.number(),
    done: z.boolean(),
    /** When done: ln of the probability that the model gives the whole answer, its end included. */
    logProbability: z.number().optional(),
    /** When done: whether the answer came to its own end. */
    ended: z.boolean().optional(),
    /** Of the prompt: what the vocabulary lacks. */
    n_unknown: z.int().optional(),
    /** Why nothing could be written. */
    problem: problemSchema.optional(),
  }),
  /** The run reached max_steps, or was stopped. */
  z.object({ type: z.literal('ended'), status: z.enum(['done', 'stopped']), step: z.int() }),
  z.object({ type: z.literal('failed'), step: z.int(), problem: problemSchema }),
]);
export type TrainerEvent = z.infer<typeof trainerEventSchema>;

/** A trainer event on its way to the window. */
export const runEventSchema = z.object({ run: runSchema.shape.id, event: trainerEventSchema });
export type RunEvent = z.infer<typeof runEventSchema>;
