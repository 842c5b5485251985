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

  /** The thread, put to work; null while there is none. Another is made ready after it. */
  take(paths: TrainerPaths): Worker | null {
    if (this.spare === null) return null;
    const { worker, port } = this.spare;
    this.spare = null;
    worker.removeAllListeners();
    worker.ref();
    port.postMessage(paths);
    this.renew();
    return worker;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.spare?.worker.terminate();
    this.spare = null;
  }

  private renew(): void {
    this.timer = setTimeout(() => this.start(), this.delayMs);
    this.timer.unref();
  }

  private start(): void {
    const { port1: port, port2: spare } = new MessageChannel();
    const workerData: SpareStart = { spare };
    const worker = new Worker(this.program, { workerData, transferList: [spare], resourceLimits });
    worker.unref();
    const lose = () => {
      if (this.spare?.worker === worker) this.spare = null;
    };
    worker.on('error', lose);
    worker.on('exit', lose);
    this.spare = { worker, port };
  }
}
