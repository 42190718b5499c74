import { expect } from 'vitest';
import { test } from './watched-test';

const REQUEST = { prompt: 'Harbour taxis', template_id: 'tpl_pitch' };

test('a job is polled at once and every four seconds, until it is completed', async ({
  deckhand,
  watched,
}) => {
  const { generation, pass, shows } = watched;
  const polls = () => deckhand.journal({ operation: 'getGenerationStatus' });
  deckhand.use('happy-path');
  void generation.start(REQUEST);
  shows('starting');
  await pass(0);
  expect(polls()).toHaveLength(1);
  expect(shows('generating')).not.toHaveProperty('progress');
  await pass(3.999);
  expect(polls()).toHaveLength(1);
  await pass(0.001);
  expect(polls()).toHaveLength(2);
  expect(shows('generating').progress).toMatchObject({
    slides_total: 8,
    current_step: 'Writing slide 1 of 8',
  });
  await pass(4);
  await pass(4);
  expect(shows('completed')).toMatchObject({ tokens: 2480, presentation: { title: 'Harbour taxis' } });
  await pass(3600);
  expect(polls()).toHaveLength(4);
});

test('a failed job is over, and its reason is the one the service gave', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  deckhand.use('timeout-failure');
  void generation.start(REQUEST);
  await pass(0);
  await pass(20);
  expect(shows('failed').reason).toBe('Generation timed out before the deck was finished.');
  const polls = deckhand.journal({ operation: 'getGenerationStatus' }).length;
  await pass(3600);
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(polls);
});

test('nothing is polled while a question waits, and the reply sets things going again', async ({
  deckhand,
  watched,
}) => {
  const { generation, pass, shows } = watched;
  deckhand.use('asks-a-question');
  void generation.start(REQUEST);
  await pass(0);
  await pass(4);
  expect(shows('asking').question).toContain('Who is the audience');
  await pass(3600);
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(2);

  void generation.reply('People who decide.');
  expect(shows('asking').isSending).toBe(true);
  await pass(0);
  shows('generating');
  await pass(8);
  shows('completed');
});

test('a reply that is lost leaves the question as it is, and says so', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  deckhand.use('asks-a-question');
  void generation.start(REQUEST);
  await pass(0);
  await pass(4);
  deckhand.arm({ on: 'sendGenerationMessage', connection: 'reset' });
  void generation.reply('People who decide.');
  await pass(0);
  expect(shows('asking')).toMatchObject({ isSending: false, problem: { kind: 'unreachable' } });
});

test('a reply that comes too late shows what became of the job', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  deckhand.use('unanswered-question');
  void generation.start(REQUEST);
  await pass(0);
  await pass(4);
  await pass(60);
  void generation.reply('The harbour taxi.');
  await pass(0);
  expect(shows('failed').reason).toBe('The question was not answered in time.');
});

test('a 429 is waited out for as long as it says, with the progress kept', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  const polls = () => deckhand.journal({ operation: 'getGenerationStatus' });
  deckhand.use('rate-limited');
  void generation.start(REQUEST);
  await pass(0);
  await pass(4);
  await pass(4);
  expect(shows('generating')).toMatchObject({
    progress: { slides_completed: 2 },
    trouble: { problem: { kind: 'busy' }, wait: 2_000 },
  });
  await pass(1.999);
  expect(polls()).toHaveLength(3);
  await pass(0.001);
  expect(polls()).toHaveLength(4);
});

test('trouble is over once an answer comes', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  deckhand.use('slow-progress');
  void generation.start(REQUEST);
  await pass(0);
  deckhand.arm({ on: 'getGenerationStatus', answer: { status: 502 }, times: 2 });
  await pass(4);
  expect(shows('generating').trouble?.problem.kind).toBe('broken');
  await pass(5);
  await pass(10);
  expect(shows('generating')).not.toHaveProperty('trouble');
});

test('polling ends when nothing is new for five minutes, and goes on when asked to', async ({
  deckhand,
  watched,
}) => {
  const { generation, pass, shows } = watched;
  deckhand.use('never-ends');
  void generation.start(REQUEST);
  await pass(0);
  await pass(300);
  shows('generating');
  await pass(20);
  const { id } = shows('given-up');
  void generation.resume(id);
  await pass(0);
  shows('generating');
});

test('a service that is gone for longer than that is given up, too, with the reason', async ({
  deckhand,
  watched,
}) => {
  const { generation, pass, shows } = watched;
  deckhand.use('slow-progress');
  void generation.start(REQUEST);
  await pass(0);
  deckhand.arm({ connection: 'reset', times: 1000, ttl: '1h' });
  for (let tries = 0; tries < 10; tries += 1) await pass(75);
  expect(shows('given-up').problem?.kind).toBe('unreachable');
});

test('a start is repeated after a 429, and after nothing else', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  deckhand.arm({ on: 'startGeneration', answer: { status: 429, retry_after: '3s' } });
  deckhand.arm({ on: 'startGeneration', answer: { status: 502 } });
  void generation.start(REQUEST);
  await pass(0);
  expect(shows('starting').trouble?.wait).toBe(3_000);
  await pass(3);
  expect(shows('idle').problem?.kind).toBe('broken');
  await pass(3600);
  expect(deckhand.journal({ operation: 'startGeneration' })).toHaveLength(2);
});

test('a job of another workspace is refused, and not asked for again', async ({ deckhand, watched }) => {
  const { generation, pass, shows } = watched;
  void generation.resume('gen_of-somebody-else');
  await pass(0);
  expect(shows('refused').problem).toMatchObject({ kind: 'gone', status: 404 });
  await pass(3600);
  expect(deckhand.journal()).toHaveLength(1);
});

test('a job that is left is not polled any more, and what still comes of it is not shown', async ({
  deckhand,
  watched,
}) => {
  const { generation, pass, shows } = watched;
  deckhand.use('slow-progress');
  void generation.start(REQUEST);
  await pass(0);
  deckhand.arm({ on: 'getGenerationStatus', latency: '1s' });
  await pass(4);
  generation.leave();
  await pass(60);
  shows('idle');
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(2);
});

test('whatever goes wrong is logged with its status, its kind and its request identifier', async ({
  deckhand,
  watched,
}) => {
  deckhand.arm({ on: 'startGeneration', answer: { status: 503 } });
  void watched.generation.start(REQUEST);
  await watched.pass(0);
  expect(watched.log).toEqual([
    expect.stringMatching(/^POST \/presentations\/generate: broken, status 503, request [\w-]{8,}$/),
  ]);
});
