import { z } from 'zod';
import { type Problem, problemSchema } from './problem';
import { dataSchema, projectSchema, runSchema, tokenizerTypeSchema } from './project';
import { commandSchema, metricSchema, runEventSchema } from './trainer';

const pathSchema = z.string().min(1).max(4096);

export const openedProjectSchema = z.object({
  /** The folder; shown in the title and in recent projects. */
  folder: pathSchema,
  /** Never saved by the person: lives in the app's own folder, and Save asks for a place. */
  draft: z.boolean(),
  project: projectSchema,
  /** Unsaved changes of the last session were found and are what `project` holds. */
  recovered: z.boolean(),
  runs: z.array(runSchema),
  /** Nothing can be saved here: the project is open elsewhere, or its disk is read-only. */
  readOnly: z.boolean().optional(),
  /** What to tell the person about how it opened. */
  notice: problemSchema.optional(),
});
export type OpenedProject = z.infer<typeof openedProjectSchema>;

export const recentProjectSchema = z.object({
  folder: pathSchema,
  name: z.string(),
  openedAt: z.string(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

/** What was counted of a text or table. */
export const statisticsSchema = z.object({
  n_lines: z.int(),
  /** Different tokens of the training part. */
  n_distinct: z.int(),
  /** Characters per token, in the training part. */
  meanLength: z.number(),
  /** The longest token of the training part, as shown. */
  longest: z.string(),
  /** Nats: the loss of a model that knows only how often each token occurs. */
  unigramEntropy: z.number(),
  /** What is compared between the parts: lines or paragraphs of a text, rows of a table. */
  records: z.enum(['line', 'paragraph', 'row']),
  n_val_records: z.int(),
  /** Validation records that training holds word for word. */
  n_duplicates: z.int(),
});
export type Statistics = z.infer<typeof statisticsSchema>;

/** What the window shows of a table: its columns, first rows and faults. */
export const tablePreviewSchema = z.object({
  columns: z.array(z.string()),
  /** The first rows used, as tokens. Of a label, its name is the only one. */
  rows: z.array(z.object({ input: z.array(z.string()), output: z.array(z.string()) })),
  n_rows: z.int(),
  n_train_rows: z.int(),
  n_val_rows: z.int(),
  /** The first rows that cannot be used, and how many there are. */
  faults: z.array(problemSchema),
  n_faults: z.int(),
  labels: z.array(z.object({ name: z.string(), n_rows: z.int() })),
  /** Tokens of the longest input and output. */
  longestInput: z.int(),
  longestOutput: z.int(),
});
export type TablePreview = z.infer<typeof tablePreviewSchema>;

/** What the window shows of a text: never the whole of it. */
export const dataPreviewSchema = z.object({
  data: dataSchema,
  /** The first lines. */
  text: z.string(),
  /** The first lines as tokens, as shown (whitespace visible), for colouring. */
  tokens: z.array(z.string()),
  n_characters: z.int(),
  n_tokens: z.int(),
  n_train_tokens: z.int(),
  n_val_tokens: z.int(),
  /** Distinct tokens of the training part, special tokens included. */
  n_vocab: z.int(),
  /** Validation tokens never seen in training. */
  n_unknown: z.int(),
  /** How the encoding was found: `bom`, `utf-8`, `pattern`, `guess`, `chosen`. */
  encodingFrom: z.enum(['bom', 'utf-8', 'pattern', 'guess', 'chosen']),
  /** Places that could not be read in this encoding. */
  n_unreadable: z.int(),
  /** Something to know that does not stop training, such as a text that is short for the usual n_ctx. */
  statistics: statisticsSchema,
  /** null = a plain text. */
  table: tablePreviewSchema.nullable(),
  /** The project's copy is no longer what was opened; `data` describes it as it is now. */
  changed: z.boolean(),
  /** Files of a folder that were left out, and why. */
  skipped: z.array(problemSchema),
});
export type DataPreview = z.infer<typeof dataPreviewSchema>;

export const runHistorySchema = z.object({
  run: runSchema,
  metrics: z.array(metricSchema),
  n_train_tokens: z.int().nullable(),
});
export type RunHistory = z.infer<typeof runHistorySchema>;

const call = <A extends z.ZodType, R extends z.ZodType>(args: A, result: R) => ({ args, result });

/**
 * Calls of the window to the main process: argument and answer of each. A refused call answers with a Problem
 * (see `answerSchema`). File paths never come from the window, except folders it was given before.
 */
export const calls = {
  'app:info': call(
    z.null(),
    z.object({
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      language: z.string(),
    }),
  ),
  /** Menu texts follow the window's language. */
  'app:setLanguage': call(z.enum(['en', 'zh']), z.null()),
  /** Answers `app:closing`: close now (training stops at a checkpoint), or stay. */
  'app:close': call(z.enum(['close', 'stay']), z.null()),
  /** The project of the last session, or a new one with the tiny GPT and a sample text. */
  'project:start': call(z.null(), openedProjectSchema),
  'project:new': call(z.null(), openedProjectSchema),
  /** null asks with a dialog; null back when the person cancelled. A given folder must be a recent project. */
  'project:open': call(pathSchema.nullable(), openedProjectSchema.nullable()),
  'project:recent': call(z.null(), z.array(recentProjectSchema)),
  /** Writes project.json; a draft asks for a folder first. null back when the person cancelled. */
  'project:save': call(
    z.object({ project: projectSchema, as: z.boolean() }),
    openedProjectSchema.nullable(),
  ),
  /** Keeps unsaved changes beside project.json, for recovery after a crash. */
  'project:autosave': call(projectSchema, z.null()),
  /** Throws the recovered changes away; answers the project as last saved. */
  'project:discardRecovered': call(z.null(), openedProjectSchema),
  /** The window's dirty mark, for the question before closing. */
  'project:setDirty': call(z.boolean(), z.null()),
  /** Asks for a text file with a dialog. */
  'data:open': call(z.null(), dataPreviewSchema.nullable()),
  /** Asks for a folder of text files with a dialog: together they are one text. */
  'data:openFolder': call(z.null(), dataPreviewSchema.nullable()),
  /** A file dropped on the window or a pasted text arrives in pieces of at most 4 MB: begin, append …, finish. */
  'data:begin': call(
    z.object({ name: z.string().min(1).max(255), sizeBytes: z.number().min(0) }),
    z.string(),
  ),
  'data:append': call(z.object({ upload: z.string(), bytes: z.instanceof(Uint8Array) }), z.null()),
  'data:finish': call(z.object({ upload: z.string() }), dataPreviewSchema.nullable()),
  'data:cancel': call(z.object({ upload: z.string() }), z.null()),
  /** Ends the reading of a text, which then answers null. */
  'data:stop': call(z.null(), z.null()),
  /** Takes a built-in sample text. */
  'data:sample': call(z.enum(['english', 'chinese']), dataPreviewSchema.nullable()),
  /** Reads the project's text again, perhaps with another encoding (null = find it) or tokenizer. */
  'data:preview': call(
    z.object({ data: dataSchema, encoding: z.string().nullable(), tokenizer: tokenizerTypeSchema }),
    dataPreviewSchema.nullable(),
  ),
  /** Asks for a tokenizer.json with a dialog and copies it into the project. */
  'tokenizer:import': call(z.null(), dataSchema.shape.tokenizerFile.unwrap().nullable()),
  /** Writes the tokenizer of a text as a tokenizer.json where a dialog says; false when the person cancelled. */
  'tokenizer:export': call(dataSchema, z.boolean()),
  /** The tokenizer of a text, as `save` gives it. */
  'tokenizer:saved': call(dataSchema, z.unknown()),
  /** Makes a run for each variant named and starts training; several share data, order and seed. None when `data:stop` ended it. */
  'runs:start': call(
    z.object({ project: projectSchema, variants: z.array(z.string()).min(1) }),
    z.array(runSchema),
  ),
  /** Opens a variant's model without training it, to look at and generate from (untrained weights). */
  'runs:peek': call(z.object({ project: projectSchema, variant: z.string() }), runSchema),
  /** Loads a run's last checkpoint in a paused trainer, unless it is live already. */
  'runs:open': call(z.string(), runSchema),
  'runs:command': call(z.object({ run: z.string(), command: commandSchema }), z.null()),
  'runs:history': call(z.string(), runHistorySchema),
  /** Moves a run's folder to the project's trash. */
  'runs:remove': call(z.string(), z.null()),
} as const;
export type Calls = {
  [K in keyof typeof calls]: {
    args: z.output<(typeof calls)[K]['args']>;
    result: z.output<(typeof calls)[K]['result']>;
  };
};
export type CallName = keyof Calls;

/** Every call answers with a value or with the Problem that kept it from one. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** Main process → window. */
export const events = {
  'run:event': runEventSchema,
  /** How far the reading of a text is, 0 … 1; after it ended, 1. */
  'data:progress': z.object({ name: z.string(), share: z.number() }),
  /** A run changed on disk: status, step. */
  'run:changed': runSchema,
  /** The open project was taken over from elsewhere, and can only be looked at from now on. */
  'project:lost': openedProjectSchema,
  /** A menu entry or its key was used; the window's command registry carries it out. */
  'menu:command': z.string(),
  /** Closing was asked for while something is unsaved or training; the window asks the person, then answers `app:close`. */
  'app:closing': z.object({ dirty: z.boolean(), training: z.boolean() }),
} as const;
export type Events = { [K in keyof typeof events]: z.output<(typeof events)[K]> };
export type EventName = keyof Events;

/** What preload puts on `window.api`. */
export interface Bridge {
  call<K extends CallName>(name: K, args: Calls[K]['args']): Promise<Answer<Calls[K]['result']>>;
  /** Answers the function that stops listening. */
  on<K extends EventName>(name: K, listener: (event: Events[K]) => void): () => void;
}
