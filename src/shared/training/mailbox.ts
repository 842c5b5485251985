import { type Command, commandSchema } from '../contract/trainer';
import type { TrainerPort } from './host';

/** Messages that wait to be read. */
export interface Mailbox {
  /** Reads the next; null when there is none. */
  take(): Command | null;
  /** When there is something to read, or the port has closed. */
  arrival(): Promise<void>;
  readonly isClosed: boolean;
  readonly closed: Promise<void>;
}

export function openMailbox(port: TrainerPort): Mailbox {
  const waiting: Command[] = [];
  let isClosed = false;
  let wake = () => {};
  const closed = new Promise<void>((resolve) => {
    port.onClose(() => {
      isClosed = true;
      resolve();
      wake();
    });
  });
  port.onMessage((message) => {
    waiting.push(commandSchema.parse(message));
    wake();
  });
  return {
    take: () => waiting.shift() ?? null,
    arrival: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (waiting.length > 0 || isClosed) resolve();
      }),
    get isClosed() {
      return isClosed;
    },
    closed,
  };
}
