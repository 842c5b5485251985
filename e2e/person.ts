import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Toyformer } from './driver';

type Settings = Readonly<Record<string, string | number>>;

/** A model small enough that hundreds of steps take seconds. */
export const small: Settings = { n_ctx: 16, batch_size: 8, eval_batches: 2 };

/** What a person does in the window, by the names things have on the screen. */
export class Person {
  readonly page: Page;
  private readonly app: Toyformer;

  constructor(app: Toyformer) {
    this.app = app;
    this.page = app.page;
  }

  see(id: string): Locator {
    return this.page.getByTestId(id);
  }

  /** Waits until the drawing of the first start stands. */
  async arrive(): Promise<void> {
    await expect(this.see('drawing-state')).toBeVisible({ timeout: 30_000 });
  }

  /** The wires drawn red. */
  faultyWires(): Locator {
    return this.page.locator('[data-testid^="wire-"][data-state="faulty"]');
  }

  /** A colour of the theme, as the page computes it: `rgb(207, 34, 46)`. */
  async colour(name: string): Promise<string> {
    return this.page.evaluate((variable) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${variable})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  }

  async showTab(tab: string): Promise<void> {
    await this.see(`tab-${tab}`).click();
  }

  async template(id: string): Promise<void> {
    await this.see('templates').click();
    await this.see(id).click();
  }

  /** The templates that the menu offers. */
  async templates(): Promise<string[]> {
    await this.see('templates').click();
    const entries = this.page.locator('[data-testid^="template-"]');
    await expect(entries.first()).toBeVisible();
    const ids = await entries.evaluateAll((all) => all.map((each) => each.dataset.testid ?? ''));
    await this.page.keyboard.press('Escape');
    return ids;
  }

  /** Begins anew from a template; agrees to learn something else where it asks for that. */
  async startTemplate(id: string): Promise<void> {
    await this.see('templates').click();
    const entry = this.see(id);
    await expect(entry).toBeVisible();
    const asks = (await entry.locator('small').count()) > 0;
    await entry.click();
    const dialog = this.page.getByRole('dialog');
    if (asks) await dialog.getByRole('button').last().click();
    await expect(dialog).toHaveCount(0);
  }

  /** Drags a block from the palette to a place of the canvas, in parts of its width and height. */
  async place(type: string, x: number, y: number): Promise<void> {
    const canvas = await boxOf(this.see('canvas'));
    await this.see(`block-${type}`).scrollIntoViewIfNeeded();
    await this.see(`block-${type}`).dragTo(this.see('canvas'), {
      targetPosition: { x: canvas.width * x, y: canvas.height * y },
    });
  }

  /** Drags a wire from a node's output to a port. */
  async wire(from: string, to: string, port = 'x'): Promise<void> {
    const start = centre(await boxOf(this.see(`out-${from}`)));
    const end = centre(await boxOf(this.see(`in-${to}-${port}`)));
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    // The first move only begins the drag.
    await this.page.mouse.move(start.x + 2, start.y - 2);
    await this.page.mouse.move(end.x, end.y, { steps: 8 });
    await this.page.mouse.up();
  }

  async select(node: string): Promise<void> {
    await this.see(`node-${node}`).click({ position: { x: 14, y: 8 } });
    await this.showTab('block');
  }

  async setParam(node: string, param: string, value: string | number): Promise<void> {
    await this.select(node);
    const field = this.see(`inspector-${node}`).getByTestId(`param-${param}`);
    await field.fill(String(value));
    await field.press('Enter');
  }

  /** Turns a switch of a block's form on or off. */
  async toggleParam(node: string, param: string): Promise<void> {
    await this.select(node);
    await this.see(`inspector-${node}`).getByTestId(`param-${param}`).press('Space');
  }

  /** Learns a synthetic task, asked by this objective. */
  async learn(task: string, objective: string): Promise<void> {
    await this.showTab('data');
    await this.see('learn-what').locator('label').last().click();
    await this.page.locator('#task-type').selectOption(task);
    await this.showTab('training');
    await this.page.locator('#setting-objective').selectOption(objective);
  }

  async set(settings: Settings): Promise<void> {
    await this.showTab('training');
    for (const [field, value] of Object.entries(settings)) {
      const input = this.page.locator(`#setting-${field}`);
      await input.fill(String(value));
      await input.blur();
    }
  }

  async train(): Promise<void> {
    await this.see('train').click();
  }

  async reachStep(step: number): Promise<void> {
    const stats = this.see('run-stats');
    await expect
      .poll(async () => Number(await stats.getAttribute('data-step')), { timeout: 90_000 })
      .toBeGreaterThanOrEqual(step);
  }

  /** Chooses this file in the next dialog that asks for one. */
  async willChoose(path: string): Promise<void> {
    await this.app.main.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
    }, path);
  }

  async openText(path: string): Promise<void> {
    await this.showTab('data');
    await this.willChoose(path);
    await this.see('open-data').click();
  }

  /** Drops a file on the window, as a file manager does. */
  async dropFile(name: string, bytes: Uint8Array): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ({ file, values }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(values)], file));
        return data;
      },
      { file: name, values: [...bytes] },
    );
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.dispatchEvent('body', type, { dataTransfer: transfer });
    }
  }

  /** Sums of the rows of every attention head shown. */
  async rowSums(): Promise<number[]> {
    return this.page.locator('[data-testid="head-table"] tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const cells = [...row.querySelectorAll('td')].slice(0, -1);
        return cells.reduce((sum, cell) => sum + Number(cell.textContent), 0);
      }),
    );
  }
}

/** The steps of a run as its folder tells them. */
export function trainLosses(project: string, run: string): Map<number, number> {
  const lines = readFileSync(join(project, 'runs', run, 'metrics.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const metrics = lines.map((line) => JSON.parse(line) as { step: number; train_loss?: number });
  return new Map(
    metrics.flatMap(({ step, train_loss }) =>
      train_loss === undefined ? [] : [[step, train_loss]],
    ),
  );
}

/** The folders of a project's runs, oldest first. */
export function runsOf(project: string): string[] {
  return readdirSync(join(project, 'runs')).sort();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(thing: Locator): Promise<Box> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error(`${thing} is not on the screen`);
  return box;
}

function centre({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
