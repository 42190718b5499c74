/** The approximate memory of records, in bytes. The constants are measured in test/store/weigh.test.ts. */
import { bytesInMemory } from '../../base/memory-budget.js';
import type { Job, JobEvent, PresentationRecord } from './store.js';

/** A job with its counters and its entry in the map. */
const JOB = 800;
const EVENT = 120;
const PRESENTATION = 600;

export function weighJob({ prompt, events, renamed }: Job): number {
  let bytes = JOB + bytesInMemory(prompt);
  if (renamed) bytes += bytesInMemory(renamed.title);
  for (const event of events) bytes += EVENT + stringIn(event).length * 2;
  return bytes;
}

export function weighPresentation({ title, sections }: PresentationRecord): number {
  // Sections are small trees of short texts: as JSON they have about a third of their size in memory.
  return PRESENTATION + bytesInMemory(title) + 3 * JSON.stringify(sections).length;
}

function stringIn(event: JobEvent): string {
  if (event.kind === 'ask') return event.message;
  if (event.kind === 'fail') return event.error;
  return event.kind === 'complete' ? (event.title ?? '') : '';
}
