/** Builds journals of clients from one short line for each exchange. */
import { bodyFromText } from '../../src/journal/body.js';
import type { Exchange, WireFailure } from '../../src/journal/exchange.js';

export interface RequestLine {
  readonly request: string;
  /** Seconds from the start of the journal. */
  readonly at: number;
  readonly took?: number;
  readonly status?: number;
  readonly received?: unknown;
  readonly sent?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly responseHeaders?: readonly (readonly [string, string])[];
  readonly failure?: WireFailure;
  readonly clockChanged?: boolean;
  readonly page?: string;
  /** `null`: not recorded. */
  readonly connection?: string | null;
  readonly agent?: string;
  readonly origin?: string;
}

export const KEY = ['authorization', 'Bearer [redacted 1a2b3c4d]'] as const;

/** `request` is a method and a path below the base, or a method and an absolute URL. */
export function traffic(...lines: readonly RequestLine[]): readonly Exchange[] {
  return lines.map((line, index): Exchange => {
    const {
      request,
      at,
      took = 0.04,
      status = 200,
      received,
      sent,
      headers = [KEY],
      responseHeaders = [],
      failure,
    } = line;
    const {
      connection = 'connection_1',
      clockChanged,
      page,
      agent = 'app/1.0',
      origin = 'https://decks.example',
    } = line;
    const [method = '', path = ''] = request.split(' ');
    const startedAt = 1.7e12 + at * 1000;
    return {
      sequence: index + 1,
      startedAt,
      endedAt: startedAt + took * 1000,
      request: {
        method,
        url: path.startsWith('http') ? path : `${origin}/api/v1${path}`,
        headers: [['user-agent', agent], ...headers],
        ...(sent !== undefined && { body: bodyFromText(sent) }),
      },
      ...(failure === undefined && {
        response: {
          status,
          headers: [['content-type', 'application/json'], ...responseHeaders],
          ...(received !== undefined && { body: bodyFromText(JSON.stringify(received)) }),
        },
      }),
      ...(failure && { failure }),
      ...(clockChanged && { clockChanged }),
      ...(page !== undefined && { pageref: page }),
      ...(connection !== null && { connection }),
    };
  });
}

export const started: RequestLine = {
  request: 'POST /presentations/generate',
  at: 0,
  status: 202,
  headers: [KEY, ['content-type', 'application/json']],
  sent: '{"prompt":"Taxis"}',
  received: { generation_id: 'g', status: 'generating', poll_url: '/api/v1/presentations/generate/g/status' },
};

export const poll = (at: number, status = 'generating', more: Partial<RequestLine> = {}): RequestLine => ({
  request: 'GET /presentations/generate/g/status',
  at,
  received: { generation_id: 'g', status },
  ...more,
});
