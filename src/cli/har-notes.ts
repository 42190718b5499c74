/** The notes of a report about its HAR files: which entries were ignored or skipped, and what that means for the verdicts. */
import { counted } from '../base/text/counted.js';
import { nameOf } from '../proxy/recording/har-bytes.js';
import type { HarFileStats } from '../proxy/recording/har-file.js';
import type { HarTraffic } from '../proxy/recording/har-source.js';

/** The number of damaged entries that are listed for each file. */
const MAX_LISTED = 5;

export function harNotes({ files, duplicates }: HarTraffic): readonly string[] {
  return [
    ...files.flatMap(fileNotes),
    ...(duplicates > 0
      ? [`${counted(duplicates, 'request')} occurred in several files and counted once`]
      : []),
  ];
}

function fileNotes(stats: HarFileStats): readonly string[] {
  const { entries, unrelated, cached, preflights, damaged, problems, truncated, areKeysLeftOut } = stats;
  const ignored = [
    ...(unrelated > 0 ? [`${unrelated} of other services`] : []),
    ...(cached > 0 ? [`${cached} from a browser cache`] : []),
    ...(preflights > 0 ? [counted(preflights, 'preflight')] : []),
  ];
  const others = damaged - Math.min(problems.length, MAX_LISTED);
  const lines = [
    ...(ignored.length > 0
      ? [`of ${counted(entries, 'entry', 'entries')}, ignored: ${ignored.join(', ')}`]
      : []),
    ...problems
      .slice(0, MAX_LISTED)
      .map(({ entry, offset, what }) => `entry ${entry} (byte ${offset}) was skipped: ${what}`),
    ...(others > 0 ? [`${others} more entries were skipped`] : []),
    ...(truncated
      ? [
          `the file is incomplete: it ends in entry ${truncated.entry} (byte ${truncated.offset}). The complete entries are used`,
        ]
      : []),
    ...(areKeysLeftOut
      ? ['the recorder left out all keys, so they do not distinguish clients and workspaces']
      : []),
  ];
  return lines.map((line) => `${nameOf(stats.file)}: ${line}`);
}
