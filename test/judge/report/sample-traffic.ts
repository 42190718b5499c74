/** The jobs and exchanges of the sample reports: one job asks a question and completes, and one poll times out. */
import { bodyFromText } from '../../../src/journal/body.js';
import type { Exchange, HeaderPairs } from '../../../src/journal/exchange.js';
import type { ReportTimeline, TargetConnection } from '../../../src/judge/index.js';
import { invalidKeyPlaceholders, keyPlaceholders } from '../../../src/judge/model/key-placeholders.js';
import { getCurlOptions } from '../../../src/judge/report/curl.js';
import { buildExchangeReport } from '../../../src/judge/report/exchange-report.js';

export const ORIGIN = 'https://staging.example';

export const connection: TargetConnection = {
  insecure: true,
  proxy: 'http://proxy.example:3128',
  headers: ['X-Gate'],
};

const started = Date.UTC(2026, 0, 15, 9, 30, 12, 345);
const job = '/api/v1/presentations/generate/gen_1';

const bearer = (mark: string) => ['authorization', `Bearer ${mark}`] as const;
const apiKey = (mark: string) => ['x-api-key', mark] as const;

interface ExchangeParts {
  readonly key?: HeaderPairs[number];
  readonly sent?: string;
  readonly status?: number;
  readonly received?: string;
  readonly requestId?: string;
}

/** An exchange that starts at this number of ms, with a request such as `GET /path`. Without a status, it times out. */
function exchange(
  sequence: number,
  offsetMs: number,
  durationMs: number,
  request: string,
  { key = bearer(keyPlaceholders.main), sent, status, received, requestId }: ExchangeParts,
): Exchange {
  const [method = '', path = ''] = request.split(' ');
  const startedAt = started + offsetMs;
  return {
    sequence,
    startedAt,
    endedAt: startedAt + durationMs,
    request: {
      method,
      url: `${ORIGIN}${path}`,
      headers: [
        ['accept', 'application/json'],
        ...(sent === undefined ? [] : [['content-type', 'application/json'] as const]),
        key,
        ['X-Gate', '[redacted gateway]'],
      ],
      ...(sent !== undefined && { body: bodyFromText(sent) }),
    },
    ...(status === undefined
      ? { failure: 'timeout' }
      : {
          response: {
            status,
            headers: [
              ['content-type', 'application/json'],
              ...(requestId === undefined ? [] : [['x-request-id', requestId] as const]),
            ],
            ...(received !== undefined && { body: bodyFromText(received) }),
          },
        }),
  };
}

const poll = (sequence: number, offsetMs: number, received: string): Exchange =>
  exchange(sequence, offsetMs, 42, `GET ${job}/status`, { status: 200, received });

const presentation = {
  id: 'pres_1',
  workspace_id: 'ws_1',
  title: 'Harbour taxis',
  sections: ['Quiet', 'Clean', 'Quick to build'].map((title) => ({ title, layout: 'bullets' })),
  is_public: false,
  url: 'https://staging.example/p/pres_1',
  created_at: '2026-01-15T09:31:46.000Z',
  updated_at: '2026-01-15T09:31:46.000000Z',
};

/** The wire of the sample reports, with placeholders in place of keys. */
export const wire: readonly Exchange[] = [
  exchange(1, 0, 31.5, 'GET /api/v1/templates', {
    requestId: 'req-7',
    status: 200,
    received: '{"templates":[{"id":"tpl_1"}]}',
  }),
  exchange(2, 3000, 120, 'POST /api/v1/presentations/generate', {
    status: 202,
    sent: '{"prompt":"A pitch","template_id":"tpl_1"}',
    received: `{"generation_id":"gen_1","status":"generating","poll_url":"${job}/status"}`,
  }),
  poll(
    3,
    6000,
    '{"generation_id":"gen_1","status":"awaiting_input","message":"For whom?","tokens_used":310}',
  ),
  exchange(4, 9000, 80, `POST ${job}/message`, {
    key: apiKey(keyPlaceholders.main),
    status: 202,
    sent: `{"message":"City officials: \\"it's 5 o’clock\\", $HOME, 100 %"}`,
  }),
  poll(5, 60_000, '{"generation_id":"gen_1","status":"generating","tokens_used":12}'),
  poll(
    6,
    94_000,
    JSON.stringify({ generation_id: 'gen_1', status: 'completed', presentation, tokens_used: 1239 }),
  ),
  exchange(7, 94_100, 20_000, 'GET /api/v1/presentations/generate/gen_2/status', {}),
  exchange(8, 115_000, 20, 'GET /api/v1/presentations/generate/gen_2/status', { status: 429 }),
  exchange(9, 116_000, 20, 'PATCH /api/v1/presentations/pres_1', {
    key: apiKey(invalidKeyPlaceholders.truncated),
    status: 401,
    sent: '{"title":"[deckhand check] Häfen 🚢"}',
    received: '{"error":{"code":"unauthorized"}}',
  }),
  exchange(10, 117_000, 20, 'GET /api/v1/presentations/pres_1', {
    key: bearer(keyPlaceholders.other),
    status: 200,
    received: JSON.stringify({ ...presentation, title: '[deckhand check] Häfen 🚢' }),
  }),
];

export const exchanges = wire.map((one) => buildExchangeReport(one, started, getCurlOptions(connection)));

export const timeline: ReportTimeline = {
  jobs: [
    {
      id: 'gen_1',
      offsetMs: 3000,
      events: [
        {
          kind: 'start',
          exchange: 2,
          offsetMs: 3000,
          durationMs: 120,
          result: '202',
          jobStatus: 'generating',
        },
        {
          kind: 'poll',
          exchange: 3,
          offsetMs: 6000,
          durationMs: 42,
          result: '200',
          jobStatus: 'awaiting_input',
          text: 'For whom?',
        },
        { kind: 'reply', exchange: 4, offsetMs: 9000, durationMs: 80, result: '202', text: 'City officials' },
        {
          kind: 'poll',
          exchange: 5,
          offsetMs: 60_000,
          repeated: { count: 7, lastOffsetMs: 78_000, minIntervalMs: 3000, maxIntervalMs: 3000 },
          durationMs: 42,
          result: '200',
          jobStatus: 'generating',
          tokens: 12,
          progress: { completed: 6, total: 8, from: 2 },
        },
        {
          kind: 'poll',
          exchange: 6,
          offsetMs: 94_000,
          durationMs: 42,
          result: '200',
          jobStatus: 'completed',
          tokens: 1239,
        },
      ],
    },
    {
      id: 'gen_2',
      offsetMs: 94_100,
      events: [
        {
          kind: 'poll',
          exchange: 7,
          offsetMs: 94_100,
          durationMs: 20_000,
          result: 'a timeout',
          hasProblem: true,
        },
        {
          kind: 'poll',
          exchange: 8,
          offsetMs: 115_000,
          durationMs: 20,
          result: '429',
          hasProblem: true,
          retryAfter: '5',
          source: 'session.har, entry 17',
        },
      ],
      omitted: { after: 1, requests: 3 },
    },
  ],
  omittedJobs: 2,
  otherRequests: {
    events: [
      { kind: 'other', request: 'GET /templates', exchange: 1, offsetMs: 0, durationMs: 31.5, result: '200' },
    ],
  },
};

export const noTimeline: ReportTimeline = { jobs: [], otherRequests: { events: [] } };
