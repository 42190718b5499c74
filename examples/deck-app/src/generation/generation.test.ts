import { expect } from 'vitest';
import { test } from './generation-test';

const REQUEST = { prompt: 'Harbour taxis', template_id: 'tpl_pitch' };

test('a job is polled immediately and then every four seconds, until it is completed', async ({
  deckhand,
  harness,
}) => {
  const { generation, runFor, expectPhase } = harness;
  const polls = () => deckhand.journal({ operation: 'getGenerationStatus' });
  deckhand.useScenario('happy-path');
  void generation.start(REQUEST);
  expectPhase('starting');
  await runFor(0);
  expect(polls()).toHaveLength(1);
  expect(expectPhase('generating')).not.toHaveProperty('progress');
  await runFor(3.999);
  expect(polls()).toHaveLength(1);
  await runFor(0.001);
  expect(polls()).toHaveLength(2);
  expect(expectPhase('generating').progress).toMatchObject({
    slides_total: 8,
    current_step: 'Writing slide 1 of 8',
  });
  await runFor(4);
  await runFor(4);
  expect(expectPhase('completed')).toMatchObject({ tokens: 2480, presentation: { title: 'Harbour taxis' } });
  await runFor(3600);
  expect(polls()).toHaveLength(4);
});

test('a failed job has the error message of the service, and is not polled again', async ({
  deckhand,
  harness,
}) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('timeout-failure');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(20);
  expect(expectPhase('failed').reason).toBe('Generation timed out before the deck was finished.');
  const polls = deckhand.journal({ operation: 'getGenerationStatus' }).length;
  await runFor(3600);
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(polls);
});

test('polling pauses during a question, and continues after the reply', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('asks-a-question');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(4);
  expect(expectPhase('asking').question).toContain('Who is the audience');
  await runFor(3600);
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(2);

  void generation.reply('People who decide.');
  expect(expectPhase('asking').isSending).toBe(true);
  await runFor(0);
  expectPhase('generating');
  await runFor(8);
  expectPhase('completed');
});

test('after a lost reply, the question stays open with a problem', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('asks-a-question');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(4);
  deckhand.addFault({ operation: 'sendGenerationMessage', connection: 'reset' });
  void generation.reply('People who decide.');
  await runFor(0);
  expect(expectPhase('asking')).toMatchObject({ isSending: false, problem: { kind: 'unreachable' } });
});

test('after a reply that is too late, the state is that of the job', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('unanswered-question');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(4);
  await runFor(60);
  void generation.reply('The harbour taxi.');
  await runFor(0);
  expect(expectPhase('failed').reason).toBe('The question was not answered in time.');
});

test('after a 429, polling waits for Retry-After, and the progress is kept', async ({
  deckhand,
  harness,
}) => {
  const { generation, runFor, expectPhase } = harness;
  const polls = () => deckhand.journal({ operation: 'getGenerationStatus' });
  deckhand.useScenario('rate-limited');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(4);
  await runFor(4);
  expect(expectPhase('generating')).toMatchObject({
    progress: { slides_completed: 2 },
    retryState: { problem: { kind: 'rate-limited' }, delayMs: 2_000 },
  });
  await runFor(1.999);
  expect(polls()).toHaveLength(3);
  await runFor(0.001);
  expect(polls()).toHaveLength(4);
});

test('the retry state is cleared by the next response', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('slow-progress');
  void generation.start(REQUEST);
  await runFor(0);
  deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 502 }, times: 2 });
  await runFor(4);
  expect(expectPhase('generating').retryState?.problem.kind).toBe('server-error');
  await runFor(5);
  await runFor(10);
  expect(expectPhase('generating')).not.toHaveProperty('retryState');
});

test('polling stops after five minutes without a change, and can be resumed', async ({
  deckhand,
  harness,
}) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('never-ends');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(300);
  expectPhase('generating');
  await runFor(20);
  const { id } = expectPhase('given-up');
  void generation.resume(id);
  await runFor(0);
  expectPhase('generating');
});

test('polling stops after a longer outage, with the problem', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('slow-progress');
  void generation.start(REQUEST);
  await runFor(0);
  deckhand.addFault({ connection: 'reset', times: 1000, ttl: '1h' });
  for (let step = 0; step < 10; step += 1) await runFor(75);
  expect(expectPhase('given-up').problem?.kind).toBe('unreachable');
});

test('a start is retried only after a 429', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  // The newest fault applies first.
  deckhand.addFault({ operation: 'startGeneration', response: { status: 502 } });
  deckhand.addFault({ operation: 'startGeneration', response: { status: 429, retry_after: '3s' } });
  void generation.start(REQUEST);
  await runFor(0);
  expect(expectPhase('starting').retryState?.delayMs).toBe(3_000);
  await runFor(3);
  expect(expectPhase('idle').problem?.kind).toBe('server-error');
  await runFor(3600);
  expect(deckhand.journal({ operation: 'startGeneration' })).toHaveLength(2);
});

test('an inaccessible job is rejected, and not polled again', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  void generation.resume('gen_of-somebody-else');
  await runFor(0);
  expect(expectPhase('rejected').problem).toMatchObject({ kind: 'not-found', status: 404 });
  await runFor(3600);
  expect(deckhand.journal()).toHaveLength(1);
});

test('a job is no longer polled after leave(), and a late response is ignored', async ({
  deckhand,
  harness,
}) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('slow-progress');
  void generation.start(REQUEST);
  await runFor(0);
  deckhand.addFault({ operation: 'getGenerationStatus', latency: '1s' });
  await runFor(4);
  generation.leave();
  await runFor(60);
  expectPhase('idle');
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(2);
});

test('problems are logged with status, kind and request id', async ({ deckhand, harness }) => {
  deckhand.addFault({ operation: 'startGeneration', response: { status: 503 } });
  void harness.generation.start(REQUEST);
  await harness.runFor(0);
  expect(harness.log).toEqual([
    expect.stringMatching(/^POST \/presentations\/generate: server-error, status 503, request [\w-]{8,}$/),
  ]);
});
