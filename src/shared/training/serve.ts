import { ProblemError } from '../contract/problem';
import type { Command, Start, TrainerEvent } from '../contract/trainer';
import { countTargets } from '../tensor/batch';
import { AttentionWatch } from './attentionWatch';
import { valBatches } from './batches';
import { finalEvalBatches, startEvalBatches, validate } from './evaluation';
import { Generations } from './generations';
import type { TrainerHost, TrainerPort } from './host';
import { type Mailbox, openMailbox } from './mailbox';
import { createMetricBuffer, type MetricBuffer } from './metricBuffer';
import { sampleText } from './sample';
import { openSession, type Session } from './session';
import { startOf } from './startCheck';
import { TimeWatch } from './timeWatch';

/**
 * Trains one run at the command of a port, until the port closes. Starts paused.
 * @see contract/trainer for what is heard and said
 */
export async function serve(port: TrainerPort, host: TrainerHost): Promise<void> {
  const mailbox = openMailbox(port);
  const send = (event: TrainerEvent) => port.postMessage(event);
  const session = await attempt(() => openSession(host), 0, send);
  if (session === null) return mailbox.closed;
  send(readyEvent(session));
  const server = new Server(host, session, mailbox, send);
  await server.run();
  await session.team.close();
}

/** Answers null, and says why, when a person must mend something first. */
async function attempt<T>(
  work: () => Promise<T>,
  step: number,
  send: (event: TrainerEvent) => void,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    send({ type: 'failed', step, problem: error.problem });
    return null;
  }
}

function readyEvent({ backend, dataset, sizes, model, trainer, warnings }: Session): TrainerEvent {
  return {
    type: 'ready',
    step: trainer.step,
    n_vocab: dataset.tokenizer.n_vocab,
    n_params: model.compiled.n_params,
    ...sizes,
    backend: backend.name,
    note: backend.note,
    tokenizer: dataset.tokenizer.save(),
    warnings: [...warnings],
  };
}

/** The trainer's turns: read what was said, then do a little of everything that is to be done. */
class Server {
  private readonly host: TrainerHost;
  private readonly session: Session;
  private readonly mailbox: Mailbox;
  private readonly send: (event: TrainerEvent) => void;
  private readonly metrics: MetricBuffer;
  private readonly generations: Generations;
  private readonly attention: AttentionWatch;
  private readonly time: TimeWatch;
  /** Steps to go before pausing. */
  private stepsLeft = 0;
  private stopping = false;
  private savedStep: number;
  private losses: { train_loss: number | null; val_loss: number | null };

  constructor(
    host: TrainerHost,
    session: Session,
    mailbox: Mailbox,
    send: (event: TrainerEvent) => void,
  ) {
    const { now } = host;
    this.host = host;
    this.session = session;
    this.mailbox = mailbox;
    this.send = send;
    this.metrics = createMetricBuffer(now, (metrics) => send({ type: 'metrics', metrics }));
    this.generations = new Generations(session, now, send);
    this.attention = new AttentionWatch(session, now, (view) => send({ type: 'attention', view }));
    this.time = new TimeWatch(session, now, (time) => send({ type: 'time', time }));
    this.savedStep = session.trainer.step;
    this.losses = session.losses;
  }

  async run(): Promise<void> {
    while (!this.mailbox.isClosed) {
      await this.listen();
      this.attention.answer();
      this.generations.advance();
      if (this.stopping) await this.guard(() => this.stop());
      else if (this.stepsLeft > 0) await this.guard(() => this.train());
      else if (!this.generations.busy && !this.attention.busy) await this.mailbox.arrival();
    }
    this.generations.cancelAll();
  }

  /** Also awaited in the middle of long work: what arrives then is only noted, and done at the next turn. */
  private readonly listen = async (): Promise<void> => {
    await this.host.breathe();
    this.metrics.flushIfDue();
    for (let command = this.mailbox.take(); command !== null; command = this.mailbox.take()) {
      this.apply(command);
    }
  };

  private apply(command: Command): void {
    switch (command.type) {
      case 'play':
        this.start(Number.POSITIVE_INFINITY);
        break;
      case 'step':
        this.start(command.steps);
        break;
      case 'pause':
        this.pause();
        break;
      case 'stop':
        this.stopping = true;
        break;
      case 'attend':
        this.attention.attend(command.text, command.watch);
        break;
      case 'time':
        this.time.watch(command.watch);
        break;
      case 'generate':
        this.generations.start(command);
        break;
      case 'cancel':
        this.generations.cancel(command.request);
        break;
    }
  }

  private start(steps: number): void {
    this.stepsLeft = steps;
    this.sayState('training');
  }

  private pause(): void {
    this.stepsLeft = 0;
    this.metrics.flush();
    this.sayState('paused');
  }

  private sayState(state: 'training' | 'paused'): void {
    this.send({ type: 'state', state, step: this.session.trainer.step });
  }

  /** Training that fails is over, but the model can still be looked at. */
  private async guard(work: () => Promise<void>): Promise<void> {
    const { step } = this.session.trainer;
    const done = await attempt(
      async () => {
        await work();
        return true;
      },
      step,
      this.send,
    );
    if (done) return;
    this.metrics.flush();
    this.stepsLeft = 0;
    this.stopping = false;
  }

  private async train(): Promise<void> {
    const { trainer } = this.session;
    const { max_steps } = this.host.run.settings;
    if (trainer.step >= max_steps) {
      this.end('done');
      return;
    }
    if (trainer.step === 0) await this.validateStart();
    await this.trainStep();
    if (trainer.step >= max_steps) return this.finish();
    await this.afterStep();
    if (this.stepsLeft > 0 && --this.stepsLeft === 0) this.pause();
  }

  private async trainStep(): Promise<void> {
    const start = this.host.now();
    const { n_tokens, ...result } = await this.time.around(() => this.session.trainer.trainStep());
    const ms = Math.max(this.host.now() - start, 0.01);
    this.losses = { ...this.losses, train_loss: result.train_loss };
    this.metrics.add({ ...result, tokens_per_second: (1000 * n_tokens) / ms });
    this.attention.afterStep();
  }

  /** What is due every so many steps. */
  private async afterStep(): Promise<void> {
    const { eval_interval, eval_batches, sample_interval, checkpoint_interval } =
      this.host.run.settings;
    const { step } = this.session.trainer;
    if (step % eval_interval === 0) await this.validate(eval_batches);
    if (step % sample_interval === 0) await this.sample();
    if (step % checkpoint_interval === 0) await this.save();
  }

  /** What the untrained model costs, and why. */
  private async validateStart(): Promise<void> {
    const { model, source, masked } = this.session;
    const { eval_batches } = this.host.run.settings;
    const [first] = valBatches(source, 1);
    const n_batches = startEvalBatches(eval_batches, first ? countTargets(first) : 0);
    await this.validate(n_batches, startOf(model, source, { n_batches, masked }));
  }

  private async validate(n_batches: number, start?: Start): Promise<void> {
    const { model, source, hasAnswers, trainer } = this.session;
    const { loss, accuracy, exact } = await validate(model, source, n_batches, this.listen);
    this.losses = { ...this.losses, val_loss: loss };
    this.metrics.add({
      step: trainer.step,
      val_loss: loss,
      val_accuracy: accuracy,
      // Of a text, whole windows are never right.
      ...(hasAnswers && { val_exact: exact }),
      ...(start && { start }),
    });
  }

  private async sample(): Promise<void> {
    const sample = await sampleText(this.session, this.host, this.listen);
    if (sample !== null) this.metrics.add({ step: this.session.trainer.step, sample });
  }

  private async save(): Promise<void> {
    const { trainer } = this.session;
    if (trainer.step === this.savedStep) return;
    this.metrics.flush();
    const { manifest, ...arrays } = trainer.checkpoint(this.losses);
    const { origin } = this.session;
    await this.host.saveCheckpoint({ manifest: { ...manifest, ...origin }, ...arrays });
    this.savedStep = trainer.step;
    this.send({ type: 'checkpoint', step: trainer.step });
  }

  private async stop(): Promise<void> {
    await this.save();
    this.end('stopped');
  }

  private async finish(): Promise<void> {
    await this.validate(finalEvalBatches(this.host.run.settings));
    await this.sample();
    await this.save();
    this.end('done');
  }

  private end(status: 'done' | 'stopped'): void {
    this.stepsLeft = 0;
    this.stopping = false;
    this.metrics.flush();
    this.send({ type: 'ended', status, step: this.session.trainer.step });
  }
}
