/** The parts of a HAR file that is written entry by entry. */
import type { Exchange } from '../journal/exchange.js';
import { toHar, type Har } from '../journal/har.js';
import { withComment } from './har-comment.js';

export type HarCreator = Har['log']['creator'];

export const HAR_TAIL = '\n]}}\n';

export const harHead = (creator: HarCreator): string =>
  `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;

/** One entry as JSON. */
export function harEntry(exchange: Exchange): string {
  const [entry] = toHar([exchange], { name: '', version: '' }).log.entries;
  return JSON.stringify(entry && withComment(entry, exchange));
}
