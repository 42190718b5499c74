/** What a report says about its HAR files: what is missing in them, and which entries were ignored or skipped. */
import { counted } from '../base/text/counted.js';
import type { Gap } from '../contract/index.js';
import type { HarTraffic, ReadHarFile } from '../proxy/recording/har-source.js';

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

function fileNotes(file: ReadHarFile): readonly string[] {
  const { name, entries, unrelated, cached, preflights, problems, areKeysLeftOut } = file;
  const ignored = [
    ...(unrelated > 0 ? [`${unrelated} of other services`] : []),
    ...(cached > 0 ? [`${cached} from a browser cache`] : []),
    ...(preflights > 0 ? [counted(preflights, 'preflight')] : []),
  ];
  const others = problems.length - MAX_LISTED;
  const lines = [
    ...(ignored.length > 0
      ? [`of ${counted(entries, 'entry', 'entries')}, ignored: ${ignored.join(', ')}`]
      : []),
    ...problems.slice(0, MAX_LISTED).map((problem) => problem.replace(':', ' was skipped:')),
    ...(others > 0 ? [`${others} more entries were skipped`] : []),
    ...(areKeysLeftOut
      ? ['the recorder left out all keys, so they do not distinguish clients and workspaces']
      : []),
  ];
  return lines.map((line) => `${name}: ${line}`);
}

export function harGaps({ files }: HarTraffic): readonly Gap[] {
  return files.flatMap(({ name, ended, problems }) =>
    [
      ...(ended === false
        ? ['the recording has no end mark: it still runs, it was killed, its disk was full, or it has 256 MB']
        : []),
      ...(problems.length > 0 ? [`${counted(problems.length, 'entry', 'entries')} could not be read`] : []),
    ].map((why): Gap => ({ topic: 'recording', why: `${name}: ${why}` })),
  );
}
