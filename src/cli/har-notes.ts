/** What a report says about its HAR files: what is missing in them, and which entries were ignored or skipped. */
import { counted } from '../base/text/counted.js';
import type { Gap } from '../contract/index.js';
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

export function harGaps({ files }: HarTraffic): readonly Gap[] {
  return files.flatMap((stats) =>
    problemsOf(stats).map((why): Gap => ({ topic: 'recording', why: `${nameOf(stats.file)}: ${why}` })),
  );
}

function problemsOf({ truncated, isUnclosed, ended, hasSurplus, damaged }: HarFileStats): readonly string[] {
  return [
    ...(truncated ? [`the file ends early, in entry ${truncated.entry}`] : []),
    ...(isUnclosed ? ['the file ends early, after its entries'] : []),
    ...(ended === false && !truncated && !isUnclosed
      ? ['the recording has no end mark: it still runs, it was killed, its disk was full, or it has 256 MB']
      : []),
    ...(hasSurplus ? ['a second document follows the first one, and was not read (split the file)'] : []),
    // The last entry of a file that ends early is damaged, too.
    ...(damaged > (truncated ? 1 : 0) ? [`${counted(damaged, 'entry', 'entries')} could not be read`] : []),
  ];
}
