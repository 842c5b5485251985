import type { Text } from '../contract/problem';
import { type Drawing, type Project, type Settings, settingsSchema } from '../contract/project';
import { attentionOnly, gpt2, llama, mlpOnly, type TemplateOptions, tinyGpt } from './decoders';
import { bert, t5, transformer2017 } from './encoders';
import { type Recipe, recipe2017, recipeBert, recipeLlama } from './recipes';

interface Template {
  readonly title: Text;
  /** What it is trained to do. */
  readonly objective: 'nextToken' | 'maskedToken' | 'seq2seq';
  make(options?: TemplateOptions): Drawing;
  /** Missing = its paper says nothing that suits a small model. */
  readonly recipe?: Recipe;
}

export { tinyGpt };

/** The drawings that a project can start from. */
export const templates = {
  tinyGpt: {
    title: { en: 'Tiny GPT', zh: '迷你 GPT' },
    objective: 'nextToken',
    make: tinyGpt,
  },
  gpt2: {
    title: { en: 'GPT-2 style', zh: 'GPT-2 风格' },
    objective: 'nextToken',
    make: gpt2,
  },
  llama: {
    title: { en: 'LLaMA style', zh: 'LLaMA 风格' },
    objective: 'nextToken',
    make: llama,
    recipe: recipeLlama,
  },
  bert: {
    title: { en: 'BERT style', zh: 'BERT 风格' },
    objective: 'maskedToken',
    make: bert,
    recipe: recipeBert,
  },
  transformer2017: {
    title: { en: 'Encoder-decoder of 2017', zh: '2017 年的编码器-解码器' },
    objective: 'seq2seq',
    make: transformer2017,
    recipe: recipe2017,
  },
  t5: {
    title: { en: 'T5 style', zh: 'T5 风格' },
    objective: 'seq2seq',
    make: t5,
  },
  attentionOnly1: {
    title: { en: 'Attention only, 1 layer', zh: '仅注意力，1 层' },
    objective: 'nextToken',
    make: (options?: TemplateOptions) => attentionOnly({ n_layers: 1, ...options }),
  },
  attentionOnly2: {
    title: { en: 'Attention only, 2 layers', zh: '仅注意力，2 层' },
    objective: 'nextToken',
    make: (options?: TemplateOptions) => attentionOnly({ n_layers: 2, ...options }),
  },
  mlpOnly: {
    title: { en: 'No attention, for comparison', zh: '无注意力，用于对照' },
    objective: 'nextToken',
    make: mlpOnly,
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateId = keyof typeof templates;

type Trained = Pick<Project, 'settings' | 'recipe'>;

/**
 * Settings by a template's recipe. What the recipe before it set goes back to what stood there before; what a person set
 * since then stays.
 */
export function withRecipe(
  project: Trained,
  { recipe }: Template,
  drawing: Drawing,
  warmup_steps?: number,
): Trained {
  const settings = withoutRecipe(project);
  if (recipe === undefined) return { settings, recipe: undefined };
  const set = recipe(drawing, warmup_steps);
  const before = Object.entries(settings).filter(([name]) => name in set);
  return {
    settings: { ...settings, ...set },
    recipe: { set: { ...set }, before: Object.fromEntries(before) },
  };
}

function withoutRecipe({ settings, recipe }: Trained): Settings {
  if (recipe === undefined) return settings;
  const now = new Map<string, unknown>(Object.entries(settings));
  const back = Object.entries(recipe.before).filter(([name]) => now.get(name) === recipe.set[name]);
  // Of a file that somebody wrote, what went before may be anything.
  const { success, data } = settingsSchema.safeParse({ ...settings, ...Object.fromEntries(back) });
  return success ? data : settings;
}
