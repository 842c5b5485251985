import { z } from 'zod';

/** Ids are short words (`attention-2`): they name weights in checkpoints and appear in messages. */
const idSchema = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*(-[0-9]+)?$/)
  .max(60);
export const paramValueSchema = z.union([z.number(), z.string(), z.boolean(), z.null()]);
export type ParamValue = z.infer<typeof paramValueSchema>;
/** By name. */
export const paramsSchema = z.record(z.string(), paramValueSchema);

/** Farther away than anybody scrolls; beyond, sums of coordinates are no numbers any more. */
const coordinateSchema = z.number().min(-1e7).max(1e7);

/** One placed block. Its params are checked by the block itself when the drawing is compiled. */
export const nodeSchema = z.object({
  id: idSchema,
  type: z.string().max(60),
  params: paramsSchema,
  position: z.object({ x: coordinateSchema, y: coordinateSchema }),
  /** The repeat group it belongs to. */
  group: idSchema.nullable(),
  /** A name given by the person; null shows the block's title and number. */
  label: z.string().max(80).nullable(),
});
export type DrawingNode = z.infer<typeof nodeSchema>;

/** From a node's only output to an input port. A port holds at most one wire. */
export const wireSchema = z.object({ from: idSchema, to: idSchema, port: z.string().max(40) });
export type Wire = z.infer<typeof wireSchema>;

/** A frame around the blocks of one layer, repeated `count` times. */
export const groupSchema = z.object({
  id: idSchema,
  count: z.int().min(1).max(96),
  label: z.string().max(80).nullable(),
  /** All layers use one set of weights; missing = each has its own. */
  shared: z.boolean().optional(),
});
export type RepeatGroup = z.infer<typeof groupSchema>;

export const drawingSchema = z.object({
  nodes: z.array(nodeSchema).max(2000),
  wires: z.array(wireSchema).max(8000),
  groups: z.array(groupSchema).max(200),
});
export type Drawing = z.infer<typeof drawingSchema>;

export const tokenizerTypeSchema = z.enum(['character', 'byte', 'word', 'bpe']);

/** How the rows of a table are read: columns by name, as its header or the keys of its objects have them. */
export const tableSchema = z.object({
  format: z.enum(['csv', 'jsonl']),
  /** Between two fields; unused in `jsonl`. */
  delimiter: z.string().length(1),
  /** The first row names the columns; otherwise they are `column 1`, `column 2` … */
  header: z.boolean(),
  /** `pair`: input → output · `label`: input, and output names its class · `text`: input alone. */
  use: z.enum(['pair', 'label', 'text']),
  input: z.string().max(200),
  output: z.string().max(200),
  /** Classes found; 0 or missing without labels. */
  n_labels: z.int().min(0).max(1000).optional(),
});
export type Table = z.infer<typeof tableSchema>;

/** `position`: the last tenth is for validation · `record`: of every ten records one drawn by lot. */
export const splitSchema = z.enum(['position', 'record']);
export type Split = z.infer<typeof splitSchema>;

/** The text a project trains on: copied into its folder, so that moving the original breaks nothing. */
export const dataSchema = z.object({
  /** Name shown, such as `shakespeare.txt`. */
  name: z.string(),
  /** Path inside the project folder, such as `data/3f2a91c0.txt`: the bytes as they were opened. */
  file: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  /** A label of the encoding standard, such as `utf-8`, `gb18030`. */
  encoding: z.string(),
  tokenizer: tokenizerTypeSchema,
  /** Set by the person; checked by the tokenizer itself. Missing = its defaults. */
  tokenizerParams: z.record(z.string().max(60), paramValueSchema).optional(),
  /** A tokenizer that was brought along instead of being fitted: where its file lies inside the project folder. */
  tokenizerFile: z.object({ name: z.string().max(255), file: z.string().max(300) }).optional(),
  /** Missing = a plain text, whatever its name. */
  table: tableSchema.nullable().optional(),
  /** Missing = `position` for a text, `record` for a table. */
  split: splitSchema.optional(),
  /** Of a folder that was opened as one text: how many files it is made of. */
  n_files: z.int().optional(),
});
export type Data = z.infer<typeof dataSchema>;

/** A synthetic task to learn instead of a text (datasets/registry). Its params are checked by the task itself. */
export const taskSchema = z.object({
  type: z.string().max(60),
  params: paramsSchema,
});
export type TaskChoice = z.infer<typeof taskSchema>;

/** How a drawing is trained. The names are the command line's flags too. */
export const settingsSchema = z.object({
  objective: z.string().default('nextToken'),
  n_ctx: z.int().min(1).max(4096).default(64),
  batch_size: z.int().min(1).max(1024).default(16),
  /** Batches whose gradients make one step together. */
  accumulation_steps: z.int().min(1).max(1000).default(1),
  max_steps: z.int().min(1).max(1_000_000).default(1000),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1),
  lr: z.number().positive().max(10).default(1e-3),
  min_lr: z.number().min(0).max(10).default(1e-4),
  warmup_steps: z.int().min(0).max(1_000_000).default(50),
  schedule: z.enum(['constant', 'linear', 'cosine', 'stepwise', 'noam']).default('cosine'),
  /** Schedule `stepwise`: every so many steps the learning rate is multiplied by `decay_factor`. */
  decay_steps: z.int().min(1).max(1_000_000).default(500),
  decay_factor: z.number().min(0).max(1).default(0.5),
  optimizer: z.enum(['adamW', 'adam', 'sgd', 'lion']).default('adamW'),
  beta1: z.number().min(0).max(0.9999).default(0.9),
  beta2: z.number().min(0).max(0.99999).default(0.99),
  eps: z.number().positive().max(1).default(1e-8),
  momentum: z.number().min(0).max(0.9999).default(0.9),
  weight_decay: z.number().min(0).max(10).default(0.1),
  /** Largest gradient norm; 0 = no clipping. */
  grad_clip: z.number().min(0).max(1e6).default(1),
  label_smoothing: z.number().min(0).max(0.9).default(0),
  eval_interval: z.int().min(1).max(1_000_000).default(50),
  eval_batches: z.int().min(1).max(1000).default(8),
  sample_interval: z.int().min(1).max(1_000_000).default(100),
  checkpoint_interval: z.int().min(1).max(1_000_000).default(100),
});
export type Settings = z.infer<typeof settingsSchema>;

/** One drawing of a project, shown as a tab. */
export const variantSchema = z.object({
  id: idSchema,
  name: z.string().max(80),
  drawing: drawingSchema,
});
export type Variant = z.infer<typeof variantSchema>;

/** What a template's recipe made of the settings, and what stood there before, by name. */
export const appliedRecipeSchema = z.object({ set: paramsSchema, before: paramsSchema });
export type AppliedRecipe = z.infer<typeof appliedRecipeSchema>;

export const PROJECT_VERSION = 1;
/** As many as there are letters to name them by. */
export const MAX_VARIANTS = 26;

/** The file `project.json`. */
export const projectSchema = z.object({
  version: z.literal(PROJECT_VERSION),
  name: z.string().min(1).max(120),
  variants: z.array(variantSchema).min(1).max(MAX_VARIANTS),
  activeVariant: idSchema,
  data: dataSchema.nullable(),
  task: taskSchema.nullable().optional(),
  settings: settingsSchema,
  /** Of the template begun from last, when it has one. */
  recipe: appliedRecipeSchema.optional(),
  /** The sentence whose attention is looked at; null = the start of the validation text. */
  attentionText: z.string().max(2000).nullable(),
});
export type Project = z.infer<typeof projectSchema>;

export const runStatusSchema = z.enum(['paused', 'training', 'stopped', 'done', 'failed']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** The file `runs/<id>/run.json`: everything needed to train on, whatever the project has become since. */
export const runSchema = z.object({
  version: z.literal(PROJECT_VERSION),
  id: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(80),
  name: z.string().max(120),
  variant: idSchema,
  /** Set on runs started together by Train all, to lay their curves over each other. */
  comparison: z.string().nullable(),
  createdAt: z.string(),
  drawing: drawingSchema,
  settings: settingsSchema,
  data: dataSchema,
  /** What the run learns instead of `data`. */
  task: taskSchema.nullable().optional(),
  /** The tokenizer as fitted on the training part (tokenizers › save). */
  tokenizer: z.unknown(),
  n_vocab: z.int(),
  n_params: z.int(),
  status: runStatusSchema,
  step: z.int(),
  backend: z.string(),
});
export type Run = z.infer<typeof runSchema>;
