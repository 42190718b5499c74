import { expect, test } from 'vitest';
import { VainPolls } from '../../../src/contract/explore/patience.js';
import { knownStatus } from '../../../src/contract/model/call.js';

/** What a run says about a job after polls that show these views, a second apart. */
function said(views: readonly unknown[], settle = 2000): readonly (string | undefined)[] {
  let now = 0;
  const vain = new VainPolls(settle, now);
  return views.map((view) => {
    now += 1000;
    const status = knownStatus((view as { status?: unknown } | undefined)?.status);
    return vain.add(status, view, now);
  });
}

const times = (count: number, view?: unknown): readonly unknown[] =>
  Array.from({ length: count }, () => view);
const last = (views: readonly unknown[], settle?: number): string | undefined => said(views, settle).at(-1);

test('five failed polls end it, once a replica must know the job', () => {
  expect(said(times(5))).toEqual([...times(4), 'can no longer be polled']);
  expect(last(times(9), 9500)).toBeUndefined();
});

test('views without a status end it', () => {
  expect(last(times(5, { data: { status: 'generating' } }))).toBe('shows no status');
  expect(last(times(5, [{ status: 'generating' }]))).toBe('shows no status');
});

test('an undocumented status ends it after ten seconds with equal views', () => {
  expect(last(times(11, { status: 'COMPLETED' }))).toBeUndefined();
  expect(last(times(12, { status: 'COMPLETED' }))).toBe('stays in a status that is not one of the four');
});

test('a view that changes is followed, whatever its status', () => {
  expect(last(Array.from({ length: 60 }, (_, slide) => ({ status: 'running', slide })))).toBeUndefined();
});

test('a documented status is followed, and begins anew', () => {
  expect(last(times(60, { status: 'generating' }))).toBeUndefined();
  expect(last([...times(4), { status: 'generating' }, ...times(4)])).toBeUndefined();
});
