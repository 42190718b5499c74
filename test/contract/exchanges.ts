/** Writes journals by hand: one short line for each exchange, a second apart unless said otherwise. */
import { keyMarks } from '../../src/contract/key-marks.js';
import { bodyOfText } from '../../src/journal/body.js';
import type { Exchange } from '../../src/journal/exchange.js';

export interface Spoken {
  readonly ask: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly key?: keyof typeof keyMarks | 'none';
  /** Seconds from the start of the journal: when it began and when it ended. */
  readonly from?: number;
  readonly to?: number;
}

export const base = 'http://api.example/api/v1';

/** `ask` is a method and a path below the base. */
export function journal(...lines: readonly Spoken[]): readonly Exchange[] {
  return lines.map(({ ask, sent, status = 200, answer, key = 'first', from, to }, index): Exchange => {
    const [method = '', path = ''] = ask.split(' ');
    const start = 1.7e12 + (from ?? index) * 1000;
    return {
      sequence: index + 1,
      startedAt: start,
      endedAt: to === undefined ? start + 500 : 1.7e12 + to * 1000,
      request: {
        method,
        url: base + path,
        headers: key === 'none' ? [] : [['authorization', `Bearer ${keyMarks[key]}`]],
        ...(sent !== undefined && { body: bodyOfText(JSON.stringify(sent)) }),
      },
      response: {
        status,
        headers: [['content-type', 'application/json']],
        ...(answer !== undefined && { body: bodyOfText(JSON.stringify(answer)) }),
      },
    };
  });
}

export const poll = (view: object, more: Partial<Spoken> = {}): Spoken => ({
  ask: 'GET /presentations/generate/g/status',
  answer: { generation_id: 'g', ...view },
  ...more,
});

export const start: Spoken = {
  ask: 'POST /presentations/generate',
  sent: { prompt: 'p' },
  status: 202,
  answer: { generation_id: 'g', status: 'generating', poll_url: '/api/v1/presentations/generate/g/status' },
};
