/** Prints baseline entries that fail the run or could not be judged, for the text report. */
import { entryProblem } from '../baseline.js';
import type { BaselineReport, Report } from './model.js';
import { neutral } from './neutral.js';

export function baselineText({ baseline = [] }: Report): string {
  const problems = baseline.flatMap((entry) => {
    const problem = entryProblem(entry);
    if (problem === undefined) return [];
    const word = entry.state === 'not-judged' ? 'note' : 'FAIL';
    return [`  ${word}  ${entryName(entry)}: ${problem} (${neutral(entry.owner)}: ${neutral(entry.reason)})`];
  });
  return problems.length === 0 ? '' : ['Baseline entries with problems', ...problems].join('\n');
}

/** The rule of an entry, with the message and operation that narrow it. */
export function entryName({ rule, message, operation }: BaselineReport): string {
  const narrowed = [
    ...(operation === undefined ? [] : [operation]),
    ...(message === undefined ? [] : [`“${message}”`]),
  ];
  return neutral(narrowed.length === 0 ? rule : `${rule} (${narrowed.join(', ')})`);
}
