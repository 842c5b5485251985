import classes from './ShownText.module.css';

const CHIP = /⟨([0-9A-F]{2})⟩/;

/** A text in which bytes that are no whole character are shown as chips. */
export function ShownText({ text }: { readonly text: string }) {
  if (!text.includes('⟨')) return text;
  // Of a split by one group, every second part is what the group held.
  return text.split(CHIP).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <span key={place} className={classes.byte}>
        {part}
      </span>
    ),
  );
}
