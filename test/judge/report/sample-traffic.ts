/** The jobs and exchanges of the sample reports: one job asks a question and completes, and one poll times out. */
import type { ExchangeReport, ReportTimeline } from '../../../src/judge/index.js';

const started = Date.UTC(2026, 0, 15, 9, 30, 12, 345);
const job = '/api/v1/presentations/generate/gen_1';

/** An exchange that starts at this number of ms, with a request such as `GET /path`. */
function exchange(
  sequence: number,
  offsetMs: number,
  durationMs: number,
  request: string,
  more: Partial<ExchangeReport>,
): ExchangeReport {
  const [method = '', path = ''] = request.split(' ');
  return {
    sequence,
    offsetMs,
    startedAt: started + offsetMs,
    durationMs,
    method,
    path,
    key: 'key in Authorization',
    ...more,
  };
}

const poll = (sequence: number, offsetMs: number, responseBody: string): ExchangeReport =>
  exchange(sequence, offsetMs, 42, `GET ${job}/status`, { status: 200, responseBody });

export const exchanges: readonly ExchangeReport[] = [
  exchange(1, 0, 31.5, 'GET /api/v1/templates', {
    requestId: 'req-7',
    status: 200,
    responseBody: '{"templates":[{"id":"tpl_1"}]}',
  }),
  exchange(2, 3000, 120, 'POST /api/v1/presentations/generate', {
    status: 202,
    requestBody: '{"prompt":"A pitch","template_id":"tpl_1"}',
    responseBody: `{"generation_id":"gen_1","status":"generating","poll_url":"${job}/status"}`,
  }),
  poll(3, 6000, '{"generation_id":"gen_1","status":"awaiting_input","message":"For whom?"}'),
  exchange(4, 9000, 80, `POST ${job}/message`, {
    key: 'key in x-api-key',
    status: 202,
    requestBody: '{"message":"City officials"}',
  }),
  poll(5, 60_000, '{"generation_id":"gen_1","status":"generating","tokens_used":12}'),
  poll(6, 94_000, '{"generation_id":"gen_1","status":"completed","tokens_used":1239}'),
  exchange(7, 94_100, 20_000, 'GET /api/v1/presentations/generate/gen_2/status', { failure: 'timeout' }),
];

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
