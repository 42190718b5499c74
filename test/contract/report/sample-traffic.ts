/** The jobs and exchanges of the sample reports: one job asks a question and completes, and one poll times out. */
import type { ExchangeReport, JobReport } from '../../../src/contract/index.js';

const started = Date.UTC(2026, 0, 15, 9, 30, 12, 345);
const status = '/api/v1/presentations/generate/gen_1/status';

export const exchanges: readonly ExchangeReport[] = [
  {
    sequence: 1,
    at: 0,
    time: started + 0,
    requestId: 'req-7',
    took: 31.5,
    method: 'GET',
    path: '/api/v1/templates',
    key: 'key in bearer',
    status: 200,
    received: '{"templates":[{"id":"tpl_1"}]}',
  },
  {
    sequence: 2,
    at: 3000,
    time: started + 3000,
    took: 120,
    method: 'POST',
    path: '/api/v1/presentations/generate',
    key: 'key in bearer',
    status: 202,
    sent: '{"prompt":"A pitch","template_id":"tpl_1"}',
    received: `{"generation_id":"gen_1","status":"generating","poll_url":"${status}"}`,
  },
  poll(3, 6000, '{"generation_id":"gen_1","status":"awaiting_input","message":"For whom?"}'),
  {
    sequence: 4,
    at: 9000,
    time: started + 9000,
    took: 80,
    method: 'POST',
    path: '/api/v1/presentations/generate/gen_1/message',
    key: 'key in x-api-key',
    status: 202,
    sent: '{"message":"City officials"}',
  },
  poll(5, 60_000, '{"generation_id":"gen_1","status":"generating","tokens_used":12}'),
  poll(6, 94_000, '{"generation_id":"gen_1","status":"completed","tokens_used":1239}'),
  {
    sequence: 7,
    at: 94_100,
    time: started + 94_100,
    took: 20_000,
    method: 'GET',
    path: '/api/v1/presentations/generate/gen_2/status',
    key: 'key in bearer',
    failure: 'timeout',
  },
];

function poll(sequence: number, at: number, received: string): ExchangeReport {
  return {
    sequence,
    at,
    time: started + at,
    took: 42,
    method: 'GET',
    path: status,
    key: 'key in bearer',
    status: 200,
    received,
  };
}

export const traces: readonly JobReport[] = [
  {
    id: 'gen_1',
    started: 2,
    polls: [
      { exchange: 3, at: 6000, status: 'awaiting_input' },
      { exchange: 5, at: 60_000, status: 'generating', tokens: 12, progress: { completed: 2, total: 8 } },
      { exchange: 6, at: 94_000, status: 'completed', tokens: 1239 },
    ],
    messages: [{ exchange: 4, at: 9000, status: 202 }],
  },
  { id: 'gen_2', polls: [{ exchange: 7, at: 94_100 }], messages: [] },
];
