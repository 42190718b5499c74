/** Traffic of a small service, and what is learned from it. */
import type { Exchange } from '../../../src/journal/exchange.js';
import { Learner } from '../../../src/learn/observe/learner.js';
import { learnReport, type LearnReport } from '../../../src/learn/learn-report.js';

export interface Traffic {
  readonly key?: string | undefined;
  readonly method?: string;
  readonly path: string;
  readonly sent?: unknown;
  readonly status: number;
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function learn(...traffic: readonly Traffic[]): LearnReport {
  const learner = new Learner();
  for (const [index, one] of traffic.entries()) learner.add(exchangeOf(one, index));
  learner.finish();
  return learnReport(learner, '');
}

export function exchangeOf(
  { key = 'key-1', method = 'GET', path, sent, status, answer, headers = {} }: Traffic,
  index: number,
): Exchange {
  const bodyOf = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { text, bytes: text.length };
  };
  return {
    sequence: index + 1,
    startedAt: 1000 * index,
    endedAt: 1000 * index + 10,
    request: {
      method,
      url: `https://slides.example/api/v1${path}`,
      headers: [...(key === '' ? [] : [['x-api-key', key] as const]), ['content-type', 'application/json']],
      ...(sent !== undefined && { body: bodyOf(sent) }),
    },
    response: {
      status,
      headers: [['content-type', 'application/json'], ...Object.entries(headers)],
      ...(answer !== undefined && { body: bodyOf(answer) }),
    },
  };
}

export const answersAt = (report: LearnReport, place: string) =>
  report.places.find(({ id }) => id === place)?.answers.map(({ what, count }) => [what, count]);

export const listed: Traffic = { path: '/templates', status: 200, answer: [{ id: 't' }] };
export const job = { generation_id: 'j', status: 'generating' };
export const poll = (view: object, more: Partial<Traffic> = {}): Traffic => ({
  path: '/presentations/generate/j/status',
  status: 200,
  answer: { ...job, ...view },
  ...more,
});
