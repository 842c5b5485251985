import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { resourceLimits, type SpareWorkers, type TrainerPaths } from './trainerWorker';

/** What a thread is started with that is to wait for its run. */
export interface SpareStart {
  /** Brings the paths, once. */
  readonly spare: MessagePort;
}

interface Spare {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Heard when it ends before it was taken. */
  readonly lose: () => void;
}

/** A thread whose program is loaded and whose kernels are tried, so that the next training begins at once. */
export class SpareThread implements SpareWorkers {
  private readonly program: string;
  private readonly delayMs: number;
  private spare: Spare | null = null;
  private timer: NodeJS.Timeout | undefined;

  /** delayMs: what else begins meanwhile, a window or a run, comes first. */
  constructor(program: string, delayMs: number) {
    this.program = program;
    this.delayMs = delayMs;
    this.renew();
  }

  /** The thread, put to work; null while there is none. In either case another is made ready after it. */
  take(paths: TrainerPaths): Worker | null {
    this.renew();
    if (this.spare === null) return null;
    const { worker, port, lose } = this.spare;
    this.spare = null;
    worker.off('error', lose);
    worker.off('exit', lose);
    worker.ref();
    port.postMessage(paths);
    return worker;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.spare?.worker.terminate();
    this.spare = null;
  }

  private renew(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), this.delayMs);
    this.timer.unref();
  }

  private start(): void {
    const { port1: port, port2: spare } = new MessageChannel();
    const workerData: SpareStart = { spare };
    try {
      const options = { workerData, transferList: [spare], resourceLimits };
      const worker = new Worker(this.program, options);
      worker.unref();
      const lose = () => {
        if (this.spare?.worker === worker) this.spare = null;
      };
      worker.on('error', lose);
      worker.on('exit', lose);
      this.spare = { worker, port, lose };
    } catch {
      // The next run starts a thread of its own, which says what is wrong.
      port.close();
    }
  }
}
