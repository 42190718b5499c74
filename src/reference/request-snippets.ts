/** Formats requests of the API reference as curl and fetch. Used at build time, and in the page when its values change. */
import { buildCurlCommand } from '../base/text/curl.js';

export interface RequestDraft {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  readonly key: string;
  /** JSON text; undefined for a request without a body. */
  readonly body: string | undefined;
}

export function toCurl({ method, url, key, body }: RequestDraft): string {
  const type = body === undefined ? [] : [['content-type', 'application/json'] as const];
  const headers = [['x-api-key', key] as const, ...type];
  return buildCurlCommand(
    { method, url, headers, body: body && minifyJson(body), options: ['-s'] },
    ' \\\n  ',
  );
}

export function toFetch({ method, url, key, body }: RequestDraft): string {
  const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${JSON.stringify(headers)},`,
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(minifyJson(body))},`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {\n${lines.join('\n')}\n});`;
}

function minifyJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
