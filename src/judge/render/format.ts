/** Formats times, section numbers, findings and reasons in a report. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { sanitizeText } from '../../base/text/sanitize.js';
import type { FindingReport, FindingTiming, RuleReason, RuleReport, Suppression } from '../report/report.js';

export const formatIsoTime = (ms: number): string => new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();

/** `2026-01-15 09:30 UTC`. @param length 16 for minutes, 19 for seconds */
export const formatDateTime = (ms: number, length: 16 | 19): string =>
  `${formatIsoTime(ms).slice(0, length).replace('T', ' ')} UTC`;

/** `section 2.2`, `sections 2.2, 4.5`. */
export const formatSections = (sections: readonly string[]): string =>
  sanitizeText(`${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`);

type FindingText = Pick<
  FindingReport,
  'message' | 'client' | 'exchange' | 'evidence' | 'count' | 'outOf' | 'downgrade'
>;

/** `the client polls job g in a tight loop [app/1.0, key 1a2b3c4d], after #4, #5 (3 times)` */
export function formatFinding({
  message,
  client,
  exchange,
  evidence = [],
  count = 1,
  outOf,
  downgrade,
}: FindingText): string {
  const others = evidence.filter((sequence) => sequence !== exchange);
  return [
    message,
    ...(client === undefined ? [] : [` [${client}]`]),
    ...(others.length === 0 ? [] : [`, after ${others.map((sequence) => `#${sequence}`).join(', ')}`]),
    ...formatCount(count, outOf),
    ...(downgrade === undefined ? [] : [` (warning only: ${downgrade})`]),
  ].join('');
}

/** ` (in 2 of 40 checks)`, ` (3 times)`. */
function formatCount(count: number, outOf: number | undefined): readonly string[] {
  if (outOf !== undefined) return [` (in ${count} of ${outOf} checks)`];
  return count === 1 ? [] : [` (${count} times)`];
}

/** `1.1 s after #4`, `at the same instant as #4, on one connection`, `right after #4`. */
export function formatTiming({ after, delayMs, isOnOneConnection }: FindingTiming): string {
  const delay = delayMs < 1 ? 'right' : formatElapsed(delayMs);
  const when = delayMs < 0 ? `at the same instant as #${after}` : `${delay} after #${after}`;
  return isOnOneConnection === true ? `${when}, on one connection` : when;
}

export const formatSuppression = ({ expires, owner, reason }: Suppression): string =>
  `suppressed until ${expires} by ${owner}: ${reason}`;

/** The operations of which a rule checked nothing: `createPresentation, updatePresentation`. */
export function formatUncoveredOperations({ operations = [] }: RuleReport): string | undefined {
  const names = operations
    .filter(({ outcome }) => outcome === 'not-covered')
    .map(({ operation }) => operation);
  return names.length === 0 ? undefined : names.join(', ');
}

/** `no rate limit response (--probe-rate-limit)`. */
export const formatReason = ({ text, flags }: RuleReason): string =>
  flags.length === 0 ? text : `${text} (${flags.join(', ')})`;
