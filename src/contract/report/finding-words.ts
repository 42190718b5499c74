/** A finding in words: its message with its client, and its values. */
import type { FindingReport } from './model.js';

type Found = Pick<FindingReport, 'message' | 'client' | 'exchange' | 'exchanges' | 'times' | 'doubt'>;

/** `the client polls job g in a tight loop [app/1.0, key 1a2b3c4d], after #4, #5 (3 times)` */
export function findingWords({ message, client, exchange, exchanges = [], times = 1, doubt }: Found): string {
  const others = exchanges.filter((sequence) => sequence !== exchange);
  return [
    message,
    ...(client === undefined ? [] : [` [${client}]`]),
    ...(others.length === 0 ? [] : [`, after ${others.map((sequence) => `#${sequence}`).join(', ')}`]),
    ...(times === 1 ? [] : [` (${times} times)`]),
    ...(doubt === undefined ? [] : [`; only a warning, because ${doubt}`]),
  ].join('');
}
