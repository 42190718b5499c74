/** The sentence for a test that fakes its timers and forgets the clock of the mock server. */
import { afterEach, expect, it, vi } from 'vitest';
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';
import { FakeTimerPolls } from '../../src/integrations/fake-timer-polls.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fake = (): unknown => vi.useFakeTimers();
const nothing = (): void => undefined;

interface Steps {
  readonly setUp: () => unknown;
  readonly options?: DeckhandOptions;
  readonly polls?: number;
  readonly between?: (deckhand: Deckhand, poll: number) => unknown;
  readonly atEnd?: (deckhand: Deckhand) => unknown;
}

/** Its view is the same for an hour of real time. */
const SLOW: DeckhandOptions = {
  scenario: { title: 'Slow', steps: [{ generate: { for: '1h', tokens: '0..900000' } }, { complete: {} }] },
};

/** Polls a job, and ends the test. */
async function run({ setUp, options = {}, polls = 3, between = nothing, atEnd = nothing }: Steps) {
  const deckhand = createDeckhand({ ...SLOW, ...options });
  const watcher = new FakeTimerPolls(deckhand);
  const send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
    const request = new Request(`https://api.example.com${path}`, { ...init, headers });
    return watcher.watch(request, 'ws_dev', deckhand.fetch(request));
  };
  const started = await send('/api/v1/presentations/generate', {
    method: 'POST',
    body: '{"prompt":"Taxis"}',
  });
  const { poll_url: pollUrl } = (await started.json()) as { poll_url: string };
  setUp();
  for (let poll = 1; poll <= polls; poll += 1) {
    await send(pollUrl);
    between(deckhand, poll);
  }
  atEnd(deckhand);
  return [watcher.end('call it'), watcher.end('call it')];
}

it('is said once, after three polls without a change', async () => {
  const [first, again] = await run({ setUp: fake });
  expect(first).toMatch(
    /^Deckhand: job gen_\w+ was polled 3 times without a change, because the timers of this test are fake, and the clock of the mock server runs in real time: call it\.$/,
  );
  expect(again).toBeUndefined();
  expect((await run({ setUp: fake, polls: 9 }))[0]).toBe(first);
});

it('is said for the older fake timers of Jest', async () => {
  const setUp = () =>
    vi.stubGlobal(
      'setTimeout',
      Object.assign(() => 0, { _isMockFunction: true }),
    );
  expect((await run({ setUp }))[0]).toContain('call it');
});

it.each<[string, Steps]>([
  ['two polls', { setUp: fake, polls: 2 }],
  ['real timers', { setUp: nothing }],
  ['a fake Date alone', { setUp: () => vi.useFakeTimers({ toFake: ['Date'] }) }],
  ['fake timers that follow the real time', { setUp: () => vi.useFakeTimers({ shouldAdvanceTime: true }) }],
  [
    'fewer than three polls in succession under fake timers',
    {
      setUp: fake,
      polls: 4,
      between: (_, poll) => (poll === 2 ? vi.useRealTimers() : fake()),
    },
  ],
  [
    'a clock that is advanced with the timers',
    {
      setUp: fake,
      between: (deckhand) => deckhand.workspace('ws_dev').clock.advance(3_000),
    },
  ],
  [
    'a clock that is advanced after the polls',
    {
      setUp: fake,
      atEnd: (deckhand) => deckhand.workspace('ws_dev').clock.advance('1m'),
    },
  ],
  ['a paused clock', { setUp: fake, atEnd: (deckhand) => deckhand.workspace('ws_dev').clock.pause() }],
  ['a slow clock', { setUp: fake, atEnd: (deckhand) => deckhand.workspace('ws_dev').clock.setSpeed(0.5) }],
  ['a fast clock of the options', { setUp: fake, options: { speed: 60 } }],
  ['a job that has ended', { setUp: fake, options: { scenario: 'instant' } }],
  [
    'a question',
    {
      setUp: fake,
      options: { scenario: { title: 'Asks', steps: [{ ask: { message: 'Who?' } }, { complete: {} }] } },
    },
  ],
])('is not said for %s', async (_name, steps) => {
  expect((await run(steps))[0]).toBeUndefined();
});
