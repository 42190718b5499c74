import { expect } from 'vitest';
import { test } from './generation-test';

const REQUEST = { prompt: 'Harbour taxis', template_id: 'tpl_pitch' };

test('a job is polled at once and every four seconds, until it is completed', async ({
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

test('a failed job is over, and its reason is the one the service gave', async ({ deckhand, harness }) => {
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

test('nothing is polled while a question waits, and the reply sets things going again', async ({
  deckhand,
  harness,
}) => {
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

test('a reply that is lost leaves the question as it is, and says so', async ({ deckhand, harness }) => {
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

test('a reply that comes too late shows what became of the job', async ({ deckhand, harness }) => {
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

test('a 429 is waited out for as long as it says, with the progress kept', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  const polls = () => deckhand.journal({ operation: 'getGenerationStatus' });
  deckhand.useScenario('rate-limited');
  void generation.start(REQUEST);
  await runFor(0);
  await runFor(4);
  await runFor(4);
  expect(expectPhase('generating')).toMatchObject({
    progress: { slides_completed: 2 },
    trouble: { problem: { kind: 'busy' }, wait: 2_000 },
  });
  await runFor(1.999);
  expect(polls()).toHaveLength(3);
  await runFor(0.001);
  expect(polls()).toHaveLength(4);
});

test('trouble is over once an answer comes', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('slow-progress');
  void generation.start(REQUEST);
  await runFor(0);
  deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 502 }, times: 2 });
  await runFor(4);
  expect(expectPhase('generating').trouble?.problem.kind).toBe('broken');
  await runFor(5);
  await runFor(10);
  expect(expectPhase('generating')).not.toHaveProperty('trouble');
});

test('polling ends when nothing is new for five minutes, and goes on when asked to', async ({
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

test('a service that is gone for longer than that is given up, too, with the reason', async ({
  deckhand,
  harness,
}) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.useScenario('slow-progress');
  void generation.start(REQUEST);
  await runFor(0);
  deckhand.addFault({ connection: 'reset', times: 1000, ttl: '1h' });
  for (let tries = 0; tries < 10; tries += 1) await runFor(75);
  expect(expectPhase('given-up').problem?.kind).toBe('unreachable');
});

test('a start is repeated after a 429, and after nothing else', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  deckhand.addFault({ operation: 'startGeneration', response: { status: 429, retry_after: '3s' } });
  deckhand.addFault({ operation: 'startGeneration', response: { status: 502 } });
  void generation.start(REQUEST);
  await runFor(0);
  expect(expectPhase('starting').trouble?.wait).toBe(3_000);
  await runFor(3);
  expect(expectPhase('idle').problem?.kind).toBe('broken');
  await runFor(3600);
  expect(deckhand.journal({ operation: 'startGeneration' })).toHaveLength(2);
});

test('a job of another workspace is refused, and not asked for again', async ({ deckhand, harness }) => {
  const { generation, runFor, expectPhase } = harness;
  void generation.resume('gen_of-somebody-else');
  await runFor(0);
  expect(expectPhase('refused').problem).toMatchObject({ kind: 'gone', status: 404 });
  await runFor(3600);
  expect(deckhand.journal()).toHaveLength(1);
});

test('a job that is left is not polled any more, and what still comes of it is not shown', async ({
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

test('whatever goes wrong is logged with its status, its kind and its request identifier', async ({
  deckhand,
  harness,
}) => {
  deckhand.addFault({ operation: 'startGeneration', response: { status: 503 } });
  void harness.generation.start(REQUEST);
  await harness.runFor(0);
  expect(harness.log).toEqual([
    expect.stringMatching(/^POST \/presentations\/generate: broken, status 503, request [\w-]{8,}$/),
  ]);
});
