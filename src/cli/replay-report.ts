/** Reports whether a replay is identical with its recording, and which differences the user accepted. */
import { InvalidArgumentError, type Command } from 'commander';
import { counted } from '../base/counted.js';
import { printableLine } from '../base/printable.js';
import { DIFFERENCE_KINDS, type Difference, type DifferenceKind } from '../replay/compare.js';
import type { Pairs } from '../replay/compare-values.js';

export type Accepted = readonly (DifferenceKind | 'all')[];

/** The number of differences that are listed for each replay. */
const MOST_LISTED = 20;

export function withAccept(command: Command): Command {
  return command.option(
    '--accept <kind>',
    `accept differences of this kind: ${DIFFERENCE_KINDS.join(', ')}, or all (repeatable)`,
    (text: string, before: Accepted = []): Accepted => {
      const kind = [...DIFFERENCE_KINDS, 'all' as const].find((each) => each === text);
      if (kind) return [...before, kind];
      throw new InvalidArgumentError(`Expected one of ${DIFFERENCE_KINDS.join(', ')}, all.`);
    },
  );
}

export function isAccepted({ kind }: Difference, accepted: Accepted): boolean {
  return accepted.includes('all') || accepted.includes(kind);
}

/** The lines of a report. */
export function replayReport(
  differences: readonly Difference[],
  pairs: readonly Pairs[],
  accepted: Accepted,
): readonly string[] {
  const mapped = mappedText(pairs);
  if (differences.length === 0) return [`Identical: status, headers and body of every response.${mapped}`];
  const open = differences.filter((difference) => !isAccepted(difference, accepted));
  const list = (title: string, all: readonly Difference[]): readonly string[] =>
    all.length === 0
      ? []
      : [
          title,
          ...all.slice(0, MOST_LISTED).map(({ kind, text }) => `  ${kind}: ${printableLine(text)}`),
          ...(all.length > MOST_LISTED ? [`  and ${all.length - MOST_LISTED} more`] : []),
        ];
  return [
    ...list(`${counted(open.length, 'difference')}:`, open),
    ...list(
      'Accepted:',
      differences.filter((difference) => isAccepted(difference, accepted)),
    ),
    `The other responses are identical.${mapped}`,
  ];
}

const NAMES = { id: 'id', time: 'time', address: 'address' } as const;

/** @param pairs of each workspace */
function mappedText(pairs: readonly Pairs[]): string {
  const counts = pairs.map((each) => each.counts());
  const parts = Object.entries(NAMES).flatMap(([kind, name]) => {
    const count = counts.reduce((sum, each) => sum + (each.get(kind) ?? 0), 0);
    return count === 0 ? [] : [counted(count, name, name === 'address' ? 'addresses' : `${name}s`)];
  });
  if (parts.length === 0) return '';
  const [last, ...others] = parts.reverse();
  return ` Replaced: ${others.length > 0 ? `${others.reverse().join(', ')} and ` : ''}${last}.`;
}
