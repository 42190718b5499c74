/** What a report says of the files that it rests on: what was left aside, what could not be read, and what that means. */
import { nameOf, type HarNotes } from '../adapters/har-file.js';
import type { HarTraffic } from '../adapters/har-source.js';

/** So many damaged entries of a file are named. */
const MOST_NAMED = 5;

export function harNotes({ notes, repeated }: HarTraffic): readonly string[] {
  return [
    ...notes.flatMap(fileNotes),
    ...(repeated > 0 ? [`${counted(repeated, 'request')} stood in more than one file and counted once`] : []),
  ];
}

function fileNotes(notes: HarNotes): readonly string[] {
  const { entries, beside, cached, preflights, damaged, problems, brokenOff, late, areKeysLeftOut } = notes;
  const aside = [
    ...(beside > 0 ? [`${beside} about something else`] : []),
    ...(cached > 0 ? [`${cached} answered by a cache`] : []),
    ...(preflights > 0 ? [counted(preflights, 'preflight')] : []),
  ];
  const others = damaged - Math.min(problems.length, MOST_NAMED);
  const lines = [
    ...(aside.length > 0 ? [`of ${counted(entries, 'entry', 'entries')}, ignored: ${aside.join(', ')}`] : []),
    ...problems
      .slice(0, MOST_NAMED)
      .map(({ entry, offset, what }) => `entry ${entry} (byte ${offset}) was skipped: ${what}`),
    ...(others > 0 ? [`${others} more were skipped`] : []),
    ...(brokenOff
      ? [`it breaks off in entry ${brokenOff.entry} (byte ${brokenOff.offset}); what was whole is judged`]
      : []),
    ...(late > 0
      ? [
          `${counted(late, 'entry', 'entries')} stood too far out of order to be put back; their numbers are not by time`,
        ]
      : []),
    ...(areKeysLeftOut
      ? ['keys were left out by the recorder, so clients and workspaces are not told apart by them']
      : []),
  ];
  return lines.map((line) => `${nameOf(notes.file)}: ${line}`);
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
