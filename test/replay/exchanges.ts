/** Builds recordings by hand: the start, polls and messages of a job, each with its response. */
import type { Exchange, HeaderPairs, WireFailure } from '../../src/journal/exchange.js';
import { EPOCH } from '../service/service-harness.js';

export interface ResponseOverrides {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: HeaderPairs;
  readonly failure?: WireFailure;
  readonly took?: number;
  readonly key?: string;
  /** The body of the request. */
  readonly sent?: object;
}

const BASE = 'https://staging.example/api/v1/presentations';

export const start = (after: number, received: ResponseOverrides = {}): Exchange =>
  exchange('POST', `${BASE}/generate`, after, {
    status: 202,
    body: {
      generation_id: 'g-1',
      status: 'generating',
      poll_url: '/api/v1/presentations/generate/g-1/status',
    },
    headers: [['Location', '/api/v1/presentations/generate/g-1/status']],
    sent: { prompt: 'Harbour taxis' },
    ...received,
  });

/**
 * @param view the fields of the status response except its id
 * @param received replaces parts of the response
 */
export const poll = (after: number, view: object | undefined, received: ResponseOverrides = {}): Exchange =>
  exchange('GET', `${BASE}/generate/g-1/status`, after, {
    status: 200,
    ...(view && { body: { generation_id: 'g-1', ...view } }),
    ...received,
  });

export const message = (after: number, received: ResponseOverrides = {}): Exchange =>
  exchange('POST', `${BASE}/generate/g-1/message`, after, {
    status: 202,
    body: { ok: true },
    sent: { message: 'People who decide.' },
    ...received,
  });

function exchange(method: string, url: string, after: number, received: ResponseOverrides): Exchange {
  const { status = 200, body, headers = [], failure, took = 0, key = 'k', sent } = received;
  const sentText = sent && JSON.stringify(sent);
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    sequence: Math.round(after) + 10_000,
    startedAt: EPOCH + after,
    endedAt: EPOCH + after + took,
    request: {
      method,
      url,
      headers: key === '' ? [] : [['Authorization', `Bearer ${key}`]],
      ...(sentText !== undefined && { body: { text: sentText, bytes: sentText.length } }),
    },
    ...(!failure && {
      response: {
        status,
        headers: [['Content-Type', 'application/json'], ...headers],
        ...(text !== undefined && { body: { text, bytes: text.length } }),
      },
    }),
    ...(failure && { failure }),
  };
}

export const working = (
  done: number,
  tokens: number,
  text = `Writing slide ${done + 1} of 8`,
  total = 8,
): object => ({
  status: 'generating',
  progress: { slides_total: total, slides_completed: done, current_step: text },
  ...(tokens > 0 && { tokens_used: tokens }),
});
export const asking = (question = 'Who for?'): object => ({ status: 'awaiting_input', message: question });
export const failed = (error = 'Out of memory.'): object => ({ status: 'failed', error });
export const completed = (more: object = {}, deck: object = {}): object => ({
  status: 'completed',
  presentation: {
    id: 'p-1',
    title: 'Taxis',
    workspace_id: 'w-1',
    sections: Array.from({ length: 8 }, (_, index) => ({ heading: index })),
    is_public: false,
    url: 'https://staging.example/p-1',
    created_at: '2026-01-15T09:30:00.000Z',
    updated_at: '2026-01-15T09:30:00.000Z',
    ...deck,
  },
  ...more,
});
