/** Converts a request to a `fetch` call. Its key is an environment variable, because the journal contains no keys. */
import type { Exchange } from '../../generated/control-api.js';
import { MARK } from '../../journal/redact/mark.js';
import { isSentAgain } from '../../contract/report/curl.js';

export function fetchCall({ method, url, headers, body }: Exchange['request']): string {
  const sent = headers.filter(([name = '']) => isSentAgain(name));
  const lines = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(sent.length === 0
      ? []
      : [
          '  headers: {',
          ...sent.map(([name = '', value = '']) => `    ${JSON.stringify(name)}: ${valueText(value)},`),
          '  },',
        ]),
    ...(body && body.encoding === undefined ? [`  body: ${JSON.stringify(body.text)},`] : []),
  ];
  const address = JSON.stringify(new URL(url, location.origin).href);
  return lines.length === 0
    ? `await fetch(${address});`
    : `await fetch(${address}, {\n${lines.join('\n')}\n});`;
}

/** A header with a redacted key is a template with the variable. */
function valueText(value: string): string {
  if (value.search(MARK) === -1) return JSON.stringify(value);
  const escaped = value.replaceAll(/[\\`]|\$\{/g, '\\$&');
  return `\`${escaped.replaceAll(MARK, '${process.env.DECKHAND_API_KEY}')}\``;
}
