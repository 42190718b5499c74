/** What is missing in HAR files: damaged entries, an early end, a document that was not read. */
import { counted } from '../base/counted.js';
import type { Gap } from '../contract/index.js';
import { nameOf } from '../recording/har-bytes.js';
import type { HarFileStats } from '../recording/har-file.js';
import type { HarTraffic } from '../recording/har-source.js';

export function harGaps({ files }: HarTraffic): readonly Gap[] {
  return files.flatMap((stats) =>
    problemsOf(stats).map((why): Gap => ({ topic: 'recording', why: `${nameOf(stats.file)}: ${why}` })),
  );
}

function problemsOf({ truncated, isUnclosed, hasSurplus, damaged }: HarFileStats): readonly string[] {
  return [
    ...(truncated ? [`the file ends early, in entry ${truncated.entry}`] : []),
    ...(isUnclosed ? ['the file ends early, after its entries'] : []),
    ...(hasSurplus ? ['a second document follows the first one, and was not read (split the file)'] : []),
    // The last entry of a file that ends early is damaged, too.
    ...(damaged > (truncated ? 1 : 0) ? [`${counted(damaged, 'entry', 'entries')} could not be read`] : []),
  ];
}
