import type { Page } from '@playwright/test';

export const say = (line: string) => process.stdout.write(`${line}\n`);

/** Notes from now on how far apart the window's frames are, in ms. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    Object.assign(window, { gaps });
    let last = performance.now();
    const frame = (now: number) => {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** The gaps noted since they were taken last. */
export function takeFrames(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { gaps: number[] }).gaps.splice(0));
}

export function summary(name: string, numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
  return `${name}: median ${at(0.5).toFixed(0)} ms, 95 % ${at(0.95).toFixed(0)} ms, most ${at(1).toFixed(0)} ms, ${sorted.length} seen`;
}
