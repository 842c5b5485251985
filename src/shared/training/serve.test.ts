import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command, TrainerEvent } from '../contract/trainer';
import type { TrainerHost, TrainerPort } from './host';
import { serve } from './serve';
import { type TinyOptions, tinyHost } from './tiny.testing';

type EventOf<T extends TrainerEvent['type']> = Extract<TrainerEvent, { type: T }>;

/** The window's end of a trainer. */
class Client {
  readonly events: TrainerEvent[] = [];
  readonly served: Promise<void>;
  private readonly port: MessagePort;
  private heard = () => {};

  constructor(host: TrainerHost) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.on('message', (event: TrainerEvent) => {
      this.events.push(event);
      this.heard();
    });
    const port: TrainerPort = {
      postMessage: (event) => port2.postMessage(event),
      onMessage: (listener) => port2.on('message', listener),
      onClose: (listener) => port2.on('close', listener),
    };
    this.served = serve(port, host);
  }

  send(command: Command): void {
    this.port.postMessage(command);
  }

  of<T extends TrainerEvent['type']>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  get metrics() {
    return this.of('metrics').flatMap(({ metrics }) => metrics);
  }

  get losses(): number[] {
    return this.metrics.flatMap(({ train_loss }) => train_loss ?? []);
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.heard = resolve;
      });
    }
  }

  async event<T extends TrainerEvent['type']>(type: T): Promise<EventOf<T>> {
    await this.until(() => this.of(type).length > 0);
    const [event] = this.of(type);
    if (event === undefined) throw new Error(`no ${type}`);
    return event;
  }

  close(): void {
    this.port.close();
  }
}

const clients: Client[] = [];
function connect(host: TrainerHost): Client {
  const client = new Client(host);
  clients.push(client);
  return client;
}
const connectTiny = (options?: TinyOptions) => connect(tinyHost(options));
const generate: Command = {
  type: 'generate',
  request: 'g',
  prompt: '3 cats',
  length: 12,
  temperature: 0.7,
  top_k: 5,
  seed: 3,
  use_cache: true,
};

afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
    await client.served;
  }
});

describe('serve', () => {
  it('says what it is, and waits', async () => {
    const client = connectTiny();
    const ready = await client.event('ready');
    expect(ready).toMatchObject({
      step: 0,
      n_vocab: 18,
      n_unknown: 0,
      backend: 'test',
      note: null,
    });
    expect(ready.n_train_tokens + ready.n_val_tokens).toBe(1320);
    expect(client.events).toHaveLength(1);
  });

  it('trains to the end: losses, validations, samples, checkpoints', async () => {
    const host = tinyHost({ eval_interval: 5, sample_interval: 10, checkpoint_interval: 8 });
    const client = connect(host);
    client.send({ type: 'play' });
    expect(await client.event('ended')).toEqual({ type: 'ended', status: 'done', step: 20 });
    const steps = (key: 'train_loss' | 'val_loss' | 'sample') =>
      client.metrics.filter((metric) => metric[key] !== undefined).map(({ step }) => step);
    expect(steps('train_loss')).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(steps('val_loss')).toEqual([0, 5, 10, 15, 20]);
    expect(steps('sample')).toEqual([10, 20]);
    expect(client.of('checkpoint').map(({ step }) => step)).toEqual([8, 16, 20]);
    expect(client.losses.at(-1)).toBeLessThan((client.losses[0] ?? 0) - 0.3);
    const { manifest } = host.saved.at(-1) ?? {};
    expect(manifest?.val_loss).toBe(client.metrics.findLast(({ val_loss }) => val_loss)?.val_loss);
  });

  it('trains so many steps, and pauses', async () => {
    const client = connectTiny();
    client.send({ type: 'step', steps: 3 });
    await client.until(() => client.of('state').length === 2);
    expect(client.of('state')).toEqual([
      { type: 'state', state: 'training', step: 0 },
      { type: 'state', state: 'paused', step: 3 },
    ]);
    expect(client.losses).toHaveLength(3);
  });

  it('pauses and goes on without changing anything', async () => {
    const whole = connectTiny();
    whole.send({ type: 'play' });
    const client = connectTiny();
    client.send({ type: 'play' });
    await client.until(() => client.losses.length > 2);
    client.send({ type: 'pause' });
    await client.until(() => client.of('state').at(-1)?.state === 'paused');
    client.send({ type: 'play' });
    await Promise.all([whole.event('ended'), client.event('ended')]);
    expect(client.losses).toEqual(whole.losses);
  });

  it('stops at a checkpoint, and another trainer goes on as if never stopped', async () => {
    const whole = connectTiny();
    whole.send({ type: 'play' });
    await whole.event('ended');
    const host = tinyHost();
    const first = connect(host);
    first.send({ type: 'step', steps: 7 });
    await first.until(() => first.of('state').length === 2);
    first.send({ type: 'stop' });
    expect(await first.event('ended')).toEqual({ type: 'ended', status: 'stopped', step: 7 });
    const second = connect(host);
    expect((await second.event('ready')).step).toBe(7);
    second.send({ type: 'play' });
    await second.event('ended');
    expect([...first.losses, ...second.losses]).toEqual(whole.losses);
  });

  it('shows attention whose rows sum to 1, of a typed sentence or of the validation text', async () => {
    const client = connectTiny();
    client.send({ type: 'attend', text: 'cats sat', watch: false });
    const { view } = await client.event('attention');
    expect(view.tokens).toEqual(['c', 'a', 't', 's', '␣', 's', 'a', 't']);
    expect(view.layers.map(({ name, n_heads, causal }) => ({ name, n_heads, causal }))).toEqual([
      { name: 'decoder.0.attention', n_heads: 2, causal: true },
    ]);
    const rows = view.layers[0]?.pattern ?? new Float32Array(0);
    for (let row = 0; row < rows.length; row += 8) {
      const sum = rows.subarray(row, row + 8).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
    client.send({ type: 'attend', text: null, watch: false });
    await client.until(() => client.of('attention').length === 2);
    expect(client.of('attention')[1]?.view.tokens).toHaveLength(8);
  });

  it('generates the same text with and without cache, from the same seed', async () => {
    const client = connectTiny();
    client.send(generate);
    client.send({ ...generate, request: 'h', use_cache: false });
    const finished = () => client.of('generated').filter(({ done }) => done);
    await client.until(() => finished().length === 2);
    const text = (request: string) =>
      client
        .of('generated')
        .filter((event) => event.request === request)
        .map((event) => event.text)
        .join('');
    expect(text('g')).toBe(text('h'));
    expect([...text('g').replaceAll('<unk>', '?')]).toHaveLength(12);
    expect(finished().map(({ n_tokens }) => n_tokens)).toEqual([12, 12]);
  });

  it('is heard long before the end of a long generation, and training goes on beside it', async () => {
    const client = connectTiny();
    client.send({ type: 'play' });
    client.send({ ...generate, length: 20_000 });
    await client.until(() => client.of('generated').length > 0 && client.losses.length > 3);
    client.send({ type: 'cancel', request: 'g' });
    await client.until(() => client.of('generated').some(({ done }) => done));
    // Some dozens are told before it is heard.
    expect(client.of('generated').at(-1)?.n_tokens).toBeLessThan(1000);
  });

  it('says what is wrong when the run cannot start', async () => {
    const client = connectTiny({ n_ctx: 200 });
    const { problem } = await client.event('failed');
    expect(problem.where.en).toBe('cats.txt');
    expect(problem.what.en).toBe(
      'the validation part (the last tenth) has 132 tokens, but n_ctx 200 needs at least 201.',
    );
    expect(problem.fix.en).toBe('Use a text of at least 2,010 tokens, or n_ctx 131 or less.');
  });

  it('stops at once when the loss is no number any more', async () => {
    const client = connectTiny({
      lr: 10,
      grad_clip: 0,
      warmup_steps: 0,
      optimizer: 'sgd',
      momentum: 0.99,
      weight_decay: 10,
    });
    client.send({ type: 'play' });
    const { step, problem } = await client.event('failed');
    expect(problem.where.en).toBe('Run "tiny"');
    expect(problem.what.en).toMatch(
      new RegExp(`^the (loss became|gradient of).* at step ${step + 1} \\(lr [\\d.]+\\)`),
    );
    expect(problem.fix.en).toBe('Lower the learning rate or clip gradients.');
    expect(client.losses.every(Number.isFinite)).toBe(true);
  });
});
