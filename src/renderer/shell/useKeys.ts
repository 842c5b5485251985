import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { type Command, commands, runNamed } from '../stores/commands';

/** Whether keys belong to a text being written, or to words chosen to be copied. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type)
  );
}

function isBusy(command: Command, event: KeyboardEvent): boolean {
  const inDialog = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
  if (inDialog) return true;
  if (!command.leavesText) return false;
  const chosenWords = command.id === 'copy' && !(window.getSelection()?.isCollapsed ?? true);
  return isWriting(event.target) || chosenWords;
}

/** Does something with what was typed last, which counts when its field is left, and goes back to that field. */
function withTyped(act: () => void): void {
  const field = document.activeElement;
  const left = field instanceof HTMLElement && isWriting(field) ? field : null;
  left?.blur();
  act();
  if (left?.isConnected && document.activeElement === document.body) left.focus();
}

/** Listens for the keys of all commands. */
export function useKeys(): void {
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {};
    for (const command of commands) {
      for (const key of command.keys) {
        bindings[key] = (event) => {
          if (isBusy(command, event)) return;
          event.preventDefault();
          withTyped(() => runNamed(command.id));
        };
      }
    }
    return tinykeys(window, bindings);
  }, []);
}
