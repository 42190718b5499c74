/** The headers of a recorded request that another program should send again. */

/** Headers that programs set themselves, or that belong to one connection or browser. */
const SKIPPED_HEADERS =
  /^(?:host|content-length|connection|accept-encoding|user-agent|sec-.*|origin|referer)$/i;

/** A key in the journal. */
export const REDACTED = /\[redacted(?: \w+)?\]/g;

export function isOwnHeader(name: string): boolean {
  return !SKIPPED_HEADERS.test(name);
}
