import { fail, sameText } from '@shared/contract/problem';
import { PROJECT_VERSION } from '@shared/contract/project';

type Json = Readonly<Record<string, unknown>>;

/** Entry n turns a file of version n + 1 into one of version n + 2. Never edit an entry that was released. */
const migrations: readonly ((old: Json) => Json)[] = [];

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Brings a file of an earlier version up to this one's. What is no object is left for the schema to name.
 * @throws ProblemError when the file comes from a newer version: it is refused, never half understood.
 */
export function migrate(value: unknown, where: string): unknown {
  if (!isObject(value)) return value;
  const version = value.version;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return value;
  if (version > PROJECT_VERSION) newer(version, where);
  return migrations.slice(version - 1).reduce((old, step) => step(old), value);
}

function newer(version: number, where: string): never {
  return fail(
    sameText(where),
    {
      en: `it was written by a newer Toyformer (format ${version}; this one reads up to ${PROJECT_VERSION}).`,
      zh: `它由更新版本的 Toyformer 写出（格式 ${version}，当前版本最高支持 ${PROJECT_VERSION}）。`,
    },
    {
      en: 'Open it with the newer one; the file was left as it is.',
      zh: '请用新版本打开；该文件未被改动。',
    },
  );
}
