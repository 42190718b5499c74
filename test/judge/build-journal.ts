/** Builds journals from one short line for each exchange. By default, exchanges start one second apart. */
import { keyPlaceholders } from '../../src/judge/model/key-placeholders.js';
import { bodyFromText } from '../../src/journal/body.js';
import type { Exchange, HeaderPairs } from '../../src/journal/exchange.js';

export interface ExchangeLine {
  readonly request: string;
  /** The path before /api/v1. */
  readonly prefix?: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly received?: unknown;
  readonly key?: keyof typeof keyPlaceholders | 'none';
  /** Further headers of the request, and headers of the response instead of its content type. */
  readonly headers?: HeaderPairs;
  readonly returned?: HeaderPairs;
  /** The start and the end of the exchange, in seconds from the start of the journal. */
  readonly from?: number;
  readonly to?: number;
}

const ORIGIN = 'http://api.example';
export const base = `${ORIGIN}/api/v1`;

/** `request` is a method and a path below the base. */
export function journal(...lines: readonly ExchangeLine[]): readonly Exchange[] {
  return lines.map((line, index): Exchange => {
    const { request, sent, status = 200, received, key = 'main', from, to, headers = [] } = line;
    const [method = '', path = ''] = request.split(' ');
    const start = 1.7e12 + (from ?? index) * 1000;
    return {
      sequence: index + 1,
      startedAt: start,
      endedAt: to === undefined ? start + 500 : 1.7e12 + to * 1000,
      request: {
        method,
        url: `${ORIGIN}${line.prefix ?? ''}/api/v1${path}`,
        headers: [
          ...(key === 'none' ? [] : [['authorization', `Bearer ${keyPlaceholders[key]}`] as const]),
          ...headers,
        ],
        ...(sent !== undefined && { body: bodyFromText(JSON.stringify(sent)) }),
      },
      response: {
        status,
        headers: line.returned ?? [['content-type', 'application/json']],
        ...(received !== undefined && { body: bodyFromText(JSON.stringify(received)) }),
      },
    };
  });
}

export const poll = (view: object, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'GET /presentations/generate/g/status',
  received: { generation_id: 'g', ...view },
  ...more,
});

export const start: ExchangeLine = {
  request: 'POST /presentations/generate',
  sent: { prompt: 'p' },
  status: 202,
  received: { generation_id: 'g', status: 'generating', poll_url: '/api/v1/presentations/generate/g/status' },
};

/** A presentation that follows the spec. */
export const presentation = {
  id: 'p',
  title: 'Harbour taxis',
  workspace_id: 'w',
  sections: [],
  is_public: false,
  url: 'https://x.example/p',
  created_at: '2026-01-15T09:30:12.000Z',
  updated_at: '2026-01-15T09:30:12.000Z',
};
