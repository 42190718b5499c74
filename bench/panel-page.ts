/** Measures the frames and the heap of a page. */
import type { Page } from 'playwright-core';

/** Milliseconds of one frame at 60 frames per second. */
const FRAME = 1000 / 60;

/** Records the frames of some milliseconds. @returns the milliseconds between two frames */
export function recordFrames(page: Page, milliseconds: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const began = performance.now();
        // A method, because tsx wraps named functions in a helper that does not exist in the page.
        const watch = {
          frames: [] as number[],
          last: began,
          next(now: number): void {
            watch.frames.push(now - watch.last);
            watch.last = now;
            if (now - began < length) requestAnimationFrame((next) => watch.next(next));
            // The first frame started before the recording.
            else resolve(watch.frames.slice(1));
          },
        };
        requestAnimationFrame((next) => watch.next(next));
      }),
    milliseconds,
  );
}

export interface DroppedFrames {
  /** Rendered frames per second. */
  readonly rate: number;
  /** The share of possible frames that were not rendered. */
  readonly share: number;
  readonly longest: number;
}

export function droppedFrames(frames: readonly number[]): DroppedFrames {
  const length = frames.reduce((sum, frame) => sum + frame, 0);
  const missed = frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / FRAME) - 1), 0);
  return {
    rate: (1000 * frames.length) / length,
    share: missed / (missed + frames.length),
    longest: Math.max(...frames),
  };
}

/** The used heap in bytes, after the page has rendered all events and a garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  await page.waitForTimeout(1_000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
