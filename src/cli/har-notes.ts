/** What has to be said of recordings once they are read: what was damaged in them, and what was left out. */
import type { HarNotes } from '../adapters/har-file.js';

/** A line for each thing; none when all was well. */
export function harNotesText({ file, damaged, problems, brokenOff, late }: HarNotes): readonly string[] {
  const [first] = problems;
  return [
    ...(first
      ? [
          `${file}: ${counted(damaged, 'entry', 'entries')} could not be read; the first, entry ${first.entry}: ${first.what}.`,
        ]
      : []),
    ...(brokenOff
      ? [
          `${file} breaks off in entry ${brokenOff.entry}, at byte ${brokenOff.offset}; what is before it was read.`,
        ]
      : []),
    ...(late > 0
      ? [`${file}: ${counted(late, 'entry', 'entries')} too far out of order to be put back.`]
      : []),
  ];
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
