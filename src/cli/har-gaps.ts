/** What is missing in HAR files: damaged entries, an early end, a recording that was killed, a document that was not read. */
import { counted } from '../base/text/counted.js';
import type { Gap } from '../contract/index.js';
import { nameOf } from '../proxy/recording/har-bytes.js';
import type { HarFileStats } from '../proxy/recording/har-file.js';
import type { HarTraffic } from '../proxy/recording/har-source.js';

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
      ? ['the recording has no end mark: it is still running, it was killed, or its disk was full']
      : []),
    ...(hasSurplus ? ['a second document follows the first one, and was not read (split the file)'] : []),
    // The last entry of a file that ends early is damaged, too.
    ...(damaged > (truncated ? 1 : 0) ? [`${counted(damaged, 'entry', 'entries')} could not be read`] : []),
  ];
}
