import { describe, expect, it } from 'vitest';
import { clientRules, judge, type JudgeOptions } from '../../../src/judge/index.js';
import { poll, started, traffic, type RequestLine } from '../build-client-journal.js';

const LOOP = 'client/no-tight-polling-loop';

const judgeLoop = (
  change: (index: number) => Partial<RequestLine>,
  options: JudgeOptions = {},
): { readonly outcome?: string | undefined; readonly message?: string | undefined } => {
  const polls = Array.from({ length: 12 }, (_, index) => ({
    ...poll(1 + index / 10),
    connection: null,
    ...change(index),
  }));
  const verdict = judge(traffic(started, ...polls), { rules: clientRules, ...options }).find(
    ({ rule }) => rule.id === LOOP,
  );
  return { outcome: verdict?.outcome, message: verdict?.findings[0]?.message };
};

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const connection = 'connection_1';

describe('a tight loop', () => {
  it.each([
    ['one page of a browser', { agent: BROWSER, page: 'page_1' }],
    ['one connection of a program', { connection }],
  ])('fails if it certainly comes from %s', (_, line) =>
    expect(judgeLoop(() => line)).toEqual({
      outcome: 'fail',
      message: 'the client polls job g in a tight loop',
    }),
  );

  it('fails in a test with one client', () =>
    expect(judgeLoop(() => ({}), { singleClient: true }).outcome).toBe('fail'));

  it.each<[string, (index: number) => Partial<RequestLine>]>([
    ['without a page or a connection', () => ({})],
    ['over several connections', (index) => ({ connection: `connection_${index % 2}` })],
    ['over a connection that the tabs of a browser share', () => ({ agent: BROWSER, connection })],
    ['with overlapping polls', () => ({ connection, took: 0.15 })],
    ['over a connection that is named by the port of the server', () => ({ connection: '443' })],
  ])('is info %s, and says why', (_, line) =>
    expect(judgeLoop(line)).toEqual({
      outcome: 'info',
      message:
        'the client polls job g in a tight loop; several clients may share this key, so it is not certain that one client did this',
    }),
  );
});
