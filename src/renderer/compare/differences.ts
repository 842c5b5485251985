import type { Language } from '@shared/contract/problem';
import type { Drawing, Run, Settings } from '@shared/contract/project';
import { settingsSchema } from '@shared/contract/project';
import { showDifference } from '@shared/graph/difference';

/** What sets each drawing apart from the first, by id; nothing for the first itself. */
export function drawingDifferences(
  drawings: readonly { readonly id: string; readonly drawing: Drawing }[],
  language: Language,
): ReadonlyMap<string, string> {
  const [first] = drawings;
  return new Map(
    drawings.map(({ id, drawing }) => [
      id,
      first === undefined ? '' : showDifference(first.drawing, drawing)[language],
    ]),
  );
}

/** What sets each run apart from the first: its drawing, its settings, its text. */
export function runDifferences(
  runs: readonly Pick<Run, 'id' | 'drawing' | 'settings' | 'data'>[],
  language: Language,
): ReadonlyMap<string, string> {
  const [first] = runs;
  const drawn = drawingDifferences(runs, language);
  return new Map(
    runs.map((run) => {
      if (first === undefined) return [run.id, ''];
      const words = [
        drawn.get(run.id) ?? '',
        ...settingWords(first.settings, run.settings),
        first.data.name === run.data.name ? '' : run.data.name,
      ];
      return [
        run.id,
        listed(
          words.filter((word) => word !== ''),
          language,
        ),
      ];
    }),
  );
}

/** A list as it is written in a sentence. */
export function listed(words: readonly string[], language: Language): string {
  return words.join(language === 'zh' ? '，' : ', ');
}

const names = settingsSchema.keyof().options;

function settingWords(before: Settings, after: Settings): string[] {
  return changedSettings(before, after).map((name) => `${name} ${before[name]} → ${after[name]}`);
}

/** The settings that are other than before. */
export function changedSettings(before: Settings, after: Settings): (keyof Settings)[] {
  return names.filter((name) => before[name] !== after[name]);
}
