/** What is measured inside the page: its frames, and its heap. */
import type { Page } from 'playwright-core';

/** Milliseconds of a frame of a screen that shows sixty a second. */
const FRAME = 1000 / 60;

/** Watches for so many milliseconds. @returns the milliseconds between one frame and the next */
export function watchFrames(page: Page, milliseconds: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const began = performance.now();
        // A method: what runs this file wraps other functions that have a name in something the page does not have.
        const watch = {
          frames: [] as number[],
          last: began,
          see(now: number): void {
            watch.frames.push(now - watch.last);
            watch.last = now;
            if (now - began < length) requestAnimationFrame((next) => watch.see(next));
            // The first one began before anybody watched.
            else resolve(watch.frames.slice(1));
          },
        };
        requestAnimationFrame((next) => watch.see(next));
      }),
    milliseconds,
  );
}

export interface Dropped {
  /** Frames a second that were drawn. */
  readonly rate: number;
  /** Of the frames there could have been, how many were not drawn. */
  readonly share: number;
  readonly longest: number;
}

export function dropped(frames: readonly number[]): Dropped {
  const length = frames.reduce((sum, frame) => sum + frame, 0);
  const missed = frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / FRAME) - 1), 0);
  return {
    rate: (1000 * frames.length) / length,
    share: missed / (missed + frames.length),
    longest: Math.max(...frames),
  };
}

/** Bytes in use after collecting garbage, once the page has drawn what it was told. */
export async function heapOf(page: Page): Promise<number> {
  await page.waitForTimeout(1_000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
