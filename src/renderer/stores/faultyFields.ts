import { create } from 'zustand';

/** What is wrong with what stands in the fields of the settings, by field: it is not what would be trained with. */
const useFaultyFields = create<Readonly<Record<string, string>>>()(() => ({}));

/** Says what is wrong with a field; null = nothing. */
export function setFaulty(field: string, sentence: string | null): void {
  const { [field]: before, ...others } = useFaultyFields.getState();
  if ((before ?? null) === sentence) return;
  useFaultyFields.setState(sentence === null ? others : { ...others, [field]: sentence }, true);
}

const first = (faults: Readonly<Record<string, string>>): string | null =>
  Object.values(faults)[0] ?? null;

/** The first fault; null when every field holds what it shows. */
export function firstFault(): string | null {
  return first(useFaultyFields.getState());
}

export function useFirstFault(): string | null {
  return useFaultyFields(first);
}
