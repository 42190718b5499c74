/** Two recordings side by side, in 80 columns: jobs with differences first, each from its first difference. */
import pc from 'picocolors';
import { counted } from '../../base/counted.js';
import { printableLine } from '../../base/printable.js';
import { formatDuration } from '../../scenario/duration.js';
import { isDifferent, type PairedRow, type PairedStory } from './compare-stories.js';
import type { Row } from './stories.js';

/** The width of a side. */
const SIDE = 38;
/** Equal rows before the first difference of a job. */
const BEFORE = 2;
/** The most rows of a job. */
const MOST = 60;

/** @param texts the number of texts that one side has only as placeholders */
export function diffText(pairs: readonly PairedStory[], texts: number): string {
  const different = pairs.filter(({ rows }) => rows.some(isDifferent));
  const same = pairs.filter(({ rows }) => !rows.some(isDifferent));
  return [
    ...different.map((pair) => storyText(pair, pairs.indexOf(pair))),
    ...(same.length === 0
      ? []
      : [`The same: ${same.map((pair) => nameOf(pair, pairs.indexOf(pair))).join(', ')}.`]),
    total(pairs, different),
    ...(texts === 0
      ? []
      : [
          `${counted(texts, 'text')} could not be compared: one side has placeholders for them. Each stands for the same text everywhere.`,
        ]),
  ].join('\n\n');
}

function total(pairs: readonly PairedStory[], different: readonly PairedStory[]): string {
  if (pairs.length === 0) return 'Neither recording has a request to the service, so nothing was compared.';
  const rows = pairs.flatMap((pair) => pair.rows);
  const count = rows.filter(isDifferent).length;
  return different.length === 0
    ? [
        `No difference in ${counted(rows.length, 'row')}: states, statuses and recorded bodies.`,
        'Ids, times and addresses were mapped. The figures of working jobs and the',
        'number of polls depend on the client, so they were not compared.',
      ].join('\n')
    : `${counted(count, 'difference')} in ${different.length} of ${counted(pairs.length, 'part')}.`;
}

function nameOf({ a, b }: PairedStory, index: number): string {
  return (a ?? b)?.id === undefined ? 'other requests' : `job ${index + 1}`;
}

function storyText(pair: PairedStory, index: number): string {
  const { a, b, rows } = pair;
  const first = rows.findIndex(isDifferent);
  const from = Math.max(0, first - BEFORE);
  const shown = rows.slice(from, from + MOST);
  const name = nameOf(pair, index);
  const ids = [a?.id, b?.id].map((id) => (id === undefined ? '' : printableLine(id)));
  const title = name === 'other requests' ? 'Other requests' : `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return [
    pc.bold(title),
    sides(a ? `A ${ids[0]}` : 'A has no such job', b ? `B ${ids[1]}` : 'B has no such job', ' '),
    ...(from > 0 ? [pc.dim(`  ${counted(from, 'equal row')} before`)] : []),
    ...shown.flatMap(rowText),
    ...(rows.length > from + MOST ? [`  and ${rows.length - from - MOST} more rows`] : []),
  ].join('\n');
}

function rowText(row: PairedRow): readonly string[] {
  const { a, b, why } = row;
  const mark = isDifferent(row) ? pc.yellow('≠') : ' ';
  const line = sides(a ? textOf(a) : '', b ? textOf(b) : '', mark);
  return why === undefined
    ? [line]
    : [line, ...wrapped(printableLine(why)).map((text) => `    ${pc.yellow(text)}`)];
}

function textOf({ text, after, calls, figures }: Row): string {
  const count = calls.length > 1 ? ` ×${calls.length}` : '';
  const grown = figures === '' ? '' : ` [${figures}]`;
  return `${formatDuration(after).padStart(7)} ${printableLine(text)}${grown}${count}`;
}

function sides(one: string, other: string, mark: string): string {
  return `${mark} ${cut(one).padEnd(SIDE)} ${cut(other)}`.trimEnd();
}

function cut(text: string): string {
  return text.length > SIDE ? `${text.slice(0, SIDE - 1)}…` : text;
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== '';) {
    if (rest.length <= 76) return [...lines, rest];
    const space = rest.lastIndexOf(' ', 76);
    const at = space > 40 ? space : 76;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return lines;
}
