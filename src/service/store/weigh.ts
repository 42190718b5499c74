/** The approximate memory of records, in bytes. The constants are measured in test/service/store/weigh.test.ts. */
import { bytesInMemory } from '../../base/memory-budget.js';
import type { Job, JobEvent, PresentationRecord } from './store.js';

/** A job with its counters and its entry in the map. Half of it is for counters, which only some scenarios need. */
const JOB = 480;
const EVENT = 120;
const PRESENTATION = 500;

export function weighJob({ prompt, events, renamed }: Job): number {
  let bytes = JOB + bytesInMemory(prompt);
  if (renamed) bytes += bytesInMemory(renamed.title);
  for (const event of events) bytes += EVENT + stringIn(event).length * 2;
  return bytes;
}

export function weighPresentation({ title, sections }: PresentationRecord): number {
  // Sections are small trees of short texts, many of which they share with their template.
  return PRESENTATION + bytesInMemory(title) + 1.5 * JSON.stringify(sections).length;
}

function stringIn(event: JobEvent): string {
  if (event.kind === 'ask') return event.message;
  if (event.kind === 'fail') return event.error;
  return event.kind === 'complete' ? (event.title ?? '') : '';
}
