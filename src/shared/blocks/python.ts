import type { z } from 'zod';

/**
 * A PyTorch expression: `SelfAttention(d_model, n_heads=2)`. Params at their defaults are left out: the Python
 * classes have the same ones (golden/blocks.py).
 */
export function pythonCall(
  name: string,
  args: readonly string[],
  schema: z.ZodObject,
  params: Readonly<Record<string, unknown>>,
): string {
  const defaults = schema.parse({});
  const named = Object.keys(schema.shape)
    .filter((key) => params[key] !== defaults[key])
    .map((key) => `${snakeCase(key)}=${literal(params[key])}`);
  return `${name}(${[...args, ...named].join(', ')})`;
}

function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** `ropeBase` → `rope_base`; symbols such as `n_heads` stay. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
