/** The parts of a HAR file that is written entry by entry. */
import type { Exchange } from '../../journal/exchange.js';
import { END_FIELD, RECORDING_FIELD } from '../../journal/har/end-mark.js';
import { toHar, type Har } from '../../journal/har.js';
import { withComment } from './har-comment.js';

export type HarCreator = Har['log']['creator'];

/** The end of a file to which more entries can follow. */
export const HAR_TAIL = '\n]}}\n';

/** The end of a file when its recording has ended. */
export const harEnd = (now: Date): string =>
  `\n],"${END_FIELD}":${JSON.stringify({ at: now.toISOString() })}}}\n`;

export const harHead = (creator: HarCreator): string =>
  `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"${RECORDING_FIELD}":true,"entries":[`;

/** One entry as JSON. */
export function harEntry(exchange: Exchange): string {
  const [entry] = toHar([exchange], { name: '', version: '' }).log.entries;
  return JSON.stringify(entry && withComment(entry, exchange));
}
