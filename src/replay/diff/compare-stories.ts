/** Compares the stories of two recordings: pairs them in order, aligns their rows, and compares the bodies of equal rows. */
import { diffArrays } from 'diff';
import { counted } from '../../base/counted.js';
import { placeholderKind } from '../anonymiser.js';
import type { Call } from '../call.js';
import { kindOf, type Pairs, shownValue, valueDifferences } from '../compare-values.js';
import type { Row, Story } from './stories.js';

export interface PairedRow {
  readonly a: Row | undefined;
  readonly b: Row | undefined;
  /** Why the rows differ, or cannot be compared; undefined if they are the same. A row without its partner has none. */
  readonly why: string | undefined;
}

export interface PairedStory {
  readonly a: Story | undefined;
  readonly b: Story | undefined;
  readonly rows: readonly PairedRow[];
}

export function isDifferent({ a, b, why }: PairedRow): boolean {
  return !a || !b || why !== undefined;
}

/**
 * Jobs with the same id belong together, the others in the order of their starts.
 * @param pairs what stands for the same: ids, times, addresses, and texts with their placeholders
 */
export function compareStories(
  one: readonly Story[],
  other: readonly Story[],
  pairs: Pairs,
): readonly PairedStory[] {
  const left = new Set(other);
  const take = (wanted: (story: Story) => boolean): Story | undefined => {
    const found = [...left].find(wanted);
    if (found) left.delete(found);
    return found;
  };
  const sameIds = new Map(one.map((a) => [a, take(({ id }) => id === a.id)]));
  const paired = one.map((a) => ({
    a,
    b: sameIds.get(a) ?? (a.id === undefined ? undefined : take(({ id }) => id !== undefined)),
  }));
  return [
    ...paired.map(({ a, b }) => ({ a, b, rows: alignedRows(a.rows, b?.rows ?? [], pairs) })),
    ...[...left].map((b) => ({ a: undefined, b, rows: alignedRows([], b.rows, pairs) })),
  ];
}

function alignedRows(one: readonly Row[], other: readonly Row[], pairs: Pairs): readonly PairedRow[] {
  const [as, bs] = [[...one], [...other]];
  return diffArrays(
    one.map(({ key }) => key),
    other.map(({ key }) => key),
  ).flatMap(({ added, removed, value }) =>
    value.map((): PairedRow => {
      if (added) return { a: undefined, b: bs.shift(), why: undefined };
      if (removed) return { a: as.shift(), b: undefined, why: undefined };
      const [a, b] = [as.shift(), bs.shift()] as [Row, Row];
      return { a, b, why: differenceOf(a, b, pairs) };
    }),
  );
}

/** The kinds of pairs of a text with its placeholder begin with this. */
const REPLACED = 'replaced-';

/** The number of texts that one side has only as placeholders. */
export function replacedTexts(pairs: Pairs): number {
  return [...pairs.counts()].reduce((sum, [kind, count]) => sum + (kind.startsWith(REPLACED) ? count : 0), 0);
}

/** Figures that grow while a job works depend on when the client polls, so only the other fields are compared. */
const GROWING = /^\/(?:progress|tokens_used)\b/;

/** Compares the responses one by one. Clients of another pace have other numbers of polls, so the last of each side come last. */
function differenceOf(a: Row, b: Row, pairs: Pairs): string | undefined {
  const shorter = Math.min(a.calls.length, b.calls.length) - 1;
  const found = a.calls
    .slice(0, shorter)
    .map((one, index) => responseDifference(one, b.calls[index] as Call, a, pairs))
    .find((why) => why !== undefined);
  return found ?? responseDifference(a.calls.at(-1) as Call, b.calls.at(-1) as Call, a, pairs);
}

function responseDifference(
  { response: left }: Call,
  { response: right }: Call,
  { key }: Row,
  pairs: Pairs,
): string | undefined {
  if (left.kind === 'missing' || right.kind === 'missing') {
    const where = left.kind === right.kind ? 'in both' : left.kind === 'missing' ? 'in A' : 'in B';
    return `the body was not recorded ${where}, so it cannot be compared`;
  }
  if (left.kind === 'text' && right.kind === 'text')
    return left.text === right.text ? undefined : 'the bodies differ';
  if (left.kind !== 'json' || right.kind !== 'json') return undefined;
  const isWorking = key.startsWith('generating');
  const found = valueDifferences(left.value, right.value, (before, after, name) => {
    const text = placeholderKind(after) ?? placeholderKind(before);
    const kind = text === undefined ? kindOf(name, before, after) : `${REPLACED}${text}`;
    return kind !== undefined && pairs.match(kind, before, after);
  }).filter(({ pointer }) => !(isWorking && GROWING.test(pointer)));
  const [first] = found;
  if (!first) return undefined;
  const more = found.length > 1 ? `, and ${counted(found.length - 1, 'more field')}` : '';
  return `${first.pointer || 'the body'}: ${shownValue(first.one)} / ${shownValue(first.other)}${more}`;
}
