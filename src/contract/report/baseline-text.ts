/** Entries of the baseline that fail the run, or that it could not judge, for a person at a terminal. */
import { entryTrouble } from '../baseline.js';
import type { BaselineReport, Report } from './model.js';
import { neutral } from './neutral.js';

export function baselineText({ baseline = [] }: Report): string {
  const troubles = baseline.flatMap((entry) => {
    const trouble = entryTrouble(entry);
    if (trouble === undefined) return [];
    const word = entry.state === 'not-judged' ? 'note' : 'FAIL';
    return [`  ${word}  ${entryName(entry)}: ${trouble} (${neutral(entry.owner)}: ${neutral(entry.reason)})`];
  });
  return troubles.length === 0 ? '' : ['Known violations of the baseline', ...troubles].join('\n');
}

/** The rule of an entry, and what narrows it. */
export function entryName({ rule, message, operation }: BaselineReport): string {
  const narrowed = [
    ...(operation === undefined ? [] : [operation]),
    ...(message === undefined ? [] : [`“${message}”`]),
  ];
  return neutral(narrowed.length === 0 ? rule : `${rule} (${narrowed.join(', ')})`);
}
