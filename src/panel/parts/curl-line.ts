/** Converts a request to a curl command. Its key is an environment variable, because the journal contains no keys. */
import type { Exchange } from '../../generated/control-api.js';
import { isOwnHeader, REDACTED } from './request-headers.js';

export function curlLine({ method, url, headers, body }: Exchange['request']): string {
  const parts = ['curl -i'];
  if (method !== (body ? 'POST' : 'GET')) parts.push(`-X ${quoted(method)}`);
  parts.push(quoted(new URL(url, location.origin).href));
  for (const [name = '', value = ''] of headers)
    if (isOwnHeader(name)) parts.push(`-H ${headerText(`${name}: ${value}`)}`);
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

/** Quotes a word for a POSIX shell. Control characters become escapes, because a terminal would act on them when pasted. */
export function quoted(text: string): string {
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
