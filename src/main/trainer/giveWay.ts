import { constants, setPriority } from 'node:os';

/**
 * Lets the window go first wherever both want a core: called by a thread that trains, for itself. Only Linux has
 * priorities of single threads; elsewhere the whole program would be meant, the window's messages too.
 */
export function giveWay(): void {
  const besideWindow = process.versions.electron !== undefined;
  if (besideWindow && process.platform === 'linux')
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
