/** What calls got in response, in a few words: `4 × 503, a timeout`. */
import { headerOf } from '../../journal/exchange.js';
import type { Call } from '../../trace/call.js';
import { resultText } from '../../trace/status-text.js';

/** The number of different results that are listed. */
const MAX_LISTED = 4;
const MEGABYTE = 1_000_000;

export function resultsText(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const text = textOf(call);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
  const rest = texts.length - MAX_LISTED;
  return [...texts.slice(0, MAX_LISTED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** The size of an unread body, and the encoding that it may not have. */
function sizeText({ exchange: { response } }: Call): string {
  const bytes = response?.body?.bytes ?? 0;
  const encoding = headerOf(response?.headers ?? [], 'content-encoding');
  const parts = [
    ...(bytes >= MEGABYTE ? [`over ${Math.floor(bytes / MEGABYTE)} MB`] : []),
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** A body that a run could not read has a reason. */
function textOf(call: Call): string {
  const isUnread = call.ok && call.received.kind === 'not-recorded';
  return `${resultText(call)}${isUnread ? sizeText(call) : ''}`;
}
