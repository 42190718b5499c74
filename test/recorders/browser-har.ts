/** HAR entries as the recorders of browsers write them: without the fields of Deckhand. */
import { createDeckhand } from '../../src/app/deckhand.js';
import { JOB, RECORDED_AT } from '../replay/recorded-traffic.js';

export interface BrowserEntry {
  /** Milliseconds since the first request. */
  readonly at: number;
  /** `GET /templates` */
  readonly request: string;
  readonly sent?: unknown;
  readonly status?: number;
  /** A JSON value, or the fields of `content`. */
  readonly body?: unknown;
  readonly content?: object;
  /** The field `time`; `undefined` omits it. */
  readonly time?: number | undefined;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** More fields of the response, and of the entry. */
  readonly response?: object;
  readonly entry?: object;
}

export function browserHar(entries: readonly BrowserEntry[]): {
  readonly log: { readonly entries: object[] };
} {
  return { log: { entries: entries.map(toEntry) } };
}

function toEntry(entry: BrowserEntry): object {
  const { at, request, sent, status = 200, body, content, headers = [] } = entry;
  const [method = '', path = ''] = request.split(' ');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const time = 'time' in entry ? entry.time : 20;
  return {
    startedDateTime: new Date(RECORDED_AT + at).toISOString(),
    ...(time !== undefined && { time }),
    pageref: 'page_1',
    request: {
      method,
      url: `https://staging.example.com/api/v1${path}`,
      headers: [{ name: 'x-api-key', value: 'recorded-key' }],
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      statusText: '',
      headers: [{ name: 'content-type', value: 'application/json' }, ...headers],
      content: content ?? { size: text === undefined ? 0 : Buffer.byteLength(text), text },
      ...entry.response,
    },
    ...entry.entry,
  };
}

export const startEntry = (at: number, more: Partial<BrowserEntry> = {}, id = JOB): BrowserEntry => ({
  at,
  request: 'POST /presentations/generate',
  sent: { prompt: 'A pitch' },
  status: 202,
  body: { generation_id: id, status: 'generating', poll_url: `/api/v1/presentations/generate/${id}/status` },
  ...more,
});

export const pollEntry = (
  at: number,
  fields: object,
  more: Partial<BrowserEntry> = {},
  id = JOB,
): BrowserEntry => ({
  at,
  request: `GET /presentations/generate/${id}/status`,
  body: { generation_id: id, ...fields },
  ...more,
});

/** What the recorder writes for a body that it did not save. */
export const withoutBody: Partial<BrowserEntry> = { body: undefined, content: { size: 400 } };

/** The warnings that the banner of a replay shows. */
export function warningsOf(entries: readonly BrowserEntry[]): readonly string[] {
  return createDeckhand({ replay: browserHar(entries) }).replay?.recording.warnings ?? [];
}
