import type { EventName, Events } from '@shared/contract/calls';
import { ipcMain, type WebContents } from 'electron';
import { answerCall } from './answer';
import type { Handlers } from './handlers';
import { isOwnPage } from './security';

/** Lets the page of `contents`, and no other, make the calls of the contract. */
export function handleCalls(contents: WebContents, origin: string, handlers: Handlers): void {
  ipcMain.handle('call', (event, name: unknown, args: unknown) => {
    if (event.sender !== contents || !isOwnPage(event.senderFrame, contents, origin))
      throw new Error('refused: only the window of the program may call');
    return answerCall(handlers, name, args, (error) => console.error(error));
  });
}

/** Tells the page something; a page that is gone is not told. */
export function sendEvent<K extends EventName>(
  contents: WebContents,
  name: K,
  event: Events[K],
): void {
  if (!contents.isDestroyed()) contents.send('event', name, event);
}
