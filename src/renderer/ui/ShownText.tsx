import type { ReactNode } from 'react';
import classes from './ShownText.module.css';

/** A byte as tokenizers write it, or a control character that no font has. */
const CHIP = /⟨([0-9A-F]{2})⟩|(?![\n\t])\p{Cc}/gu;

/** A text in which bytes that are no whole character, and control characters, are shown as chips. */
export function ShownText({ text }: { readonly text: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: found, 1: byte, index } of text.matchAll(CHIP)) {
    parts.push(
      text.slice(from, index),
      <span key={index} className={classes.byte}>
        {byte ?? hex(found)}
      </span>,
    );
    from = index + found.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}
