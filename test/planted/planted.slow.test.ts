import { expect, test } from 'vitest';
import { liberties } from '../liberties/liberties.js';
import { clientBugs } from './client-bugs.js';
import { serviceBugs } from './service-bugs.js';
import { brokenBy } from './session.js';

test('a good client and a good service break nothing', async () => {
  expect(await brokenBy({})).toEqual([]);
});

test('there are thirty bugs of services and fifteen of clients', () => {
  expect([serviceBugs.length, clientBugs.length]).toEqual([30, 15]);
});

test.each(serviceBugs)('the recording names a service: $title', async (bug) => {
  expect(await brokenBy(bug)).toContain(bug.named);
});

test.each(clientBugs)('the recording names a client: $title', async ({ named, play }) => {
  // Jobs take four seconds for each of their stages, however often they are polled.
  const timed = { choices: { pace: { stageMs: 4000 } } } as const;
  expect(await brokenBy({}, play, [timed])).toEqual([named]);
});

const sample = liberties.filter((_, index) => index % 6 === 0);

test.each(sample)('no liberty is a violation through the proxy: $id', async ({ apply }) => {
  const broken = await brokenBy({}, undefined, [apply], 'fail');
  // The client of the session knows one form of requests only, and is not judged where a service needs another.
  expect(broken.filter((id) => !id.startsWith('client/'))).toEqual([]);
});
