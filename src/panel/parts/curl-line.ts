/** A request as a line for a shell. The key is a variable of the reader's, as the journal has none. */
import type { Exchange } from '../../generated/control-api.js';

/** What curl says itself, and what belongs to the connection. */
const LEFT_OUT = /^(?:host|content-length|connection|accept-encoding|user-agent|sec-.*|origin|referer)$/i;
const REDACTED = /\[redacted(?: \w+)?\]/g;

export function curlLine({ method, url, headers, body }: Exchange['request']): string {
  const parts = ['curl -i'];
  if (method !== (body ? 'POST' : 'GET')) parts.push(`-X ${quoted(method)}`);
  parts.push(quoted(new URL(url, location.origin).href));
  for (const [name = '', value = ''] of headers)
    if (!LEFT_OUT.test(name)) parts.push(`-H ${headerText(`${name}: ${value}`)}`);
  if (body && body.encoding === undefined) parts.push(`--data-raw ${quoted(body.text)}`);
  return parts.join(' \\\n  ');
}

function headerText(header: string): string {
  if (header.search(REDACTED) === -1) return quoted(header);
  const [before = '', ...after] = header.split(REDACTED);
  return [
    quoted(before),
    ...after.flatMap((text) => [`"$DECKHAND_API_KEY"`, ...(text ? [quoted(text)] : [])]),
  ].join('');
}

/** One word of a POSIX shell. Control characters are written as escapes, so that pasting it does nothing else. */
function quoted(text: string): string {
  if (/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(text)) {
    const escaped = text.replace(/[\\'\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) =>
      /[\\']/.test(character)
        ? `\\${character}`
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return `$'${escaped}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
