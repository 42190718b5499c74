/** The jobs and exchanges of the sample reports: one job asks a question and completes, and one poll times out. */
import type { ExchangeReport, ReportTimeline } from '../../../src/judge/index.js';

const started = Date.UTC(2026, 0, 15, 9, 30, 12, 345);
const job = '/api/v1/presentations/generate/gen_1';

/** An exchange that starts at this number of ms, with a request such as `GET /path`. */
function exchange(
  sequence: number,
  at: number,
  took: number,
  request: string,
  more: Partial<ExchangeReport>,
): ExchangeReport {
  const [method = '', path = ''] = request.split(' ');
  return { sequence, at, time: started + at, took, method, path, key: 'key in bearer', ...more };
}

const poll = (sequence: number, at: number, received: string): ExchangeReport =>
  exchange(sequence, at, 42, `GET ${job}/status`, { status: 200, received });

export const exchanges: readonly ExchangeReport[] = [
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
  poll(3, 6000, '{"generation_id":"gen_1","status":"awaiting_input","message":"For whom?"}'),
  exchange(4, 9000, 80, `POST ${job}/message`, {
    key: 'key in x-api-key',
    status: 202,
    sent: '{"message":"City officials"}',
  }),
  poll(5, 60_000, '{"generation_id":"gen_1","status":"generating","tokens_used":12}'),
  poll(6, 94_000, '{"generation_id":"gen_1","status":"completed","tokens_used":1239}'),
  exchange(7, 94_100, 20_000, 'GET /api/v1/presentations/generate/gen_2/status', { failure: 'timeout' }),
];

export const timeline: ReportTimeline = {
  jobs: [
    {
      id: 'gen_1',
      at: 3000,
      events: [
        { kind: 'start', exchange: 2, at: 3000, took: 120, result: '202', state: 'generating' },
        {
          kind: 'poll',
          exchange: 3,
          at: 6000,
          took: 42,
          result: '200',
          state: 'awaiting_input',
          text: 'For whom?',
        },
        { kind: 'reply', exchange: 4, at: 9000, took: 80, result: '202', text: 'City officials' },
        {
          kind: 'poll',
          exchange: 5,
          at: 60_000,
          repeated: { times: 7, until: 78_000, shortest: 3000, longest: 3000 },
          took: 42,
          result: '200',
          state: 'generating',
          tokens: 12,
          progress: { completed: 6, total: 8, from: 2 },
        },
        { kind: 'poll', exchange: 6, at: 94_000, took: 42, result: '200', state: 'completed', tokens: 1239 },
      ],
    },
    {
      id: 'gen_2',
      at: 94_100,
      events: [
        { kind: 'poll', exchange: 7, at: 94_100, took: 20_000, result: 'a timeout', isTrouble: true },
        {
          kind: 'poll',
          exchange: 8,
          at: 115_000,
          took: 20,
          result: '429',
          isTrouble: true,
          retryAfter: '5',
          source: 'session.har, entry 17',
        },
      ],
      left: { after: 1, requests: 3 },
    },
  ],
  moreJobs: 2,
  others: {
    events: [{ kind: 'other', request: 'GET /templates', exchange: 1, at: 0, took: 31.5, result: '200' }],
  },
};

export const noTimeline: ReportTimeline = { jobs: [], others: { events: [] } };
