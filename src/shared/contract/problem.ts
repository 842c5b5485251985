import { z } from 'zod';

/** One sentence or name in both languages of the window. */
export const textSchema = z.object({ en: z.string(), zh: z.string() });
export type Text = z.infer<typeof textSchema>;
export type Language = keyof Text;

/** Which thing a problem belongs to, so that the window can show it there. */
export const targetSchema = z.object({
  node: z.string().optional(),
  group: z.string().optional(),
  wire: z.string().optional(),
  /** Whose drawing it is, where several were asked for. */
  variant: z.string().optional(),
  /** The offered repair, when one change of a param would do: the window shows it as a button. */
  repair: z
    .object({ param: z.string(), value: z.union([z.number(), z.string(), z.boolean()]) })
    .optional(),
});
export type Target = z.infer<typeof targetSchema>;

/** What a person is told when something they can mend is wrong: where, what (with numbers), what to do. */
export const problemSchema = z.object({
  where: textSchema,
  what: textSchema,
  fix: textSchema,
  target: targetSchema.optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A name that reads the same in both languages, such as a file name. */
export function sameText(text: string): Text {
  return { en: text, zh: text };
}

/** The whole sentence of a problem: `Self-attention 2: d_model 64 is not divisible … Use 1, 2 or 4.` */
export function showProblem(problem: Problem, language: Language = 'en'): string {
  const colon = language === 'zh' ? '：' : ': ';
  const space = language === 'zh' || problem.fix[language] === '' ? '' : ' ';
  return `${problem.where[language]}${colon}${problem.what[language]}${space}${problem.fix[language]}`;
}

/** The one error that carries a Problem. Any other error thrown is a bug of the program. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(showProblem(problem));
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** Throws a Problem. Written as an expression so that it can stand where a value is needed. */
export function fail(where: Text, what: Text, fix: Text, target?: Target): never {
  throw new ProblemError(
    target === undefined ? { where, what, fix } : { where, what, fix, target },
  );
}
