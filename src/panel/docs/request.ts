/** The requests of the reference: as a curl command, and sent to the server of this page. */
import { quoted } from '../parts/curl-line.js';

export interface RequestDraft {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly key: string;
  /** JSON text; undefined for a request without a body. */
  readonly body: string | undefined;
}

export interface Received {
  readonly status: number;
  readonly statusText: string;
  /** Milliseconds. */
  readonly took: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** Headers that help to understand a response. */
const SHOWN_HEADERS = ['location', 'retry-after', 'x-request-id', 'allow'];

export function curlOf({ method, url, key, body }: RequestDraft): string {
  const parts = [
    `curl ${method === 'PATCH' ? '-X PATCH ' : ''}${quoted(url)}`,
    `-H ${quoted(`x-api-key: ${key}`)}`,
  ];
  if (body !== undefined) parts.push(`-H 'content-type: application/json'`, `-d ${quoted(compact(body))}`);
  return parts.join(' \\\n  ');
}

/** @throws TypeError when there is no response */
export async function send({ method, url, key, body }: RequestDraft): Promise<Received> {
  const began = performance.now();
  const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    took: performance.now() - began,
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    text,
  };
}

function compact(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
