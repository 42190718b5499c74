/** The approximate memory of a compiled scenario, in bytes: its document, its steps and its faults. */
import type { Timeline } from './timeline.js';

/** As objects, a document and what is compiled from it take about three times its JSON. */
const PER_CHARACTER = 3;
const TIMELINE = 1000;

const known = new WeakMap<Timeline, number>();

export function weighTimeline(timeline: Timeline): number {
  let bytes = known.get(timeline);
  if (bytes === undefined) {
    bytes = TIMELINE + PER_CHARACTER * JSON.stringify(timeline.document).length;
    known.set(timeline, bytes);
  }
  return bytes;
}
