import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../src/generated/control-api.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import type { PaceReport } from '../../../src/learn/pace/pace-report.js';
import { paceScenario } from '../../../src/replay/pace-scenario.js';
import { learnFrom } from '../services.js';
import { playJobs } from './play-jobs.js';

const truth: Scenario = {
  title: 'The truth',
  steps: [
    { work: { for: '1s..3s' } },
    { ask: { message: 'Who is the audience?', chance: 0.3 } },
    {
      work: {
        for: '4s..9s',
        slides: '0..8',
        tokens: '0..400',
        current_step: 'Writing slide {slide} of {slides}',
      },
    },
    { fail: { error: 'The generation timed out.', chance: 0.15 } },
    { work: { for: '2s..20s', chance: 0.25, current_step: 'Polishing' } },
    { complete: { sections: 8 } },
  ],
  faults: [{ on: 'getGenerationStatus', chance: 0.03, answer: { status: 503 } }],
};

const learn = (journal: readonly Exchange[]): PaceReport => {
  const { pace } = learnFrom(journal);
  if (!pace) throw new Error('No pace was learned.');
  return pace;
};

const COUNT = 300;
const seen = learn(await playJobs(truth, COUNT));
const { scenario, comments } = paceScenario(seen, 'https://staging.example/api/v1');
const again = learn(await playJobs(scenario, COUNT, 7));

const sharesOf = ({ jobs, ended, questions, failures, requests }: PaceReport) => ({
  asks: questions.reduce((sum, one) => sum + one.jobs, 0) / jobs,
  fails: failures.reduce((sum, one) => sum + one.jobs, 0) / ended,
  errors:
    requests.reduce((sum, one) => sum + (one.failures['503'] ?? 0), 0) /
    requests.reduce((sum, one) => sum + one.count, 0),
});

test('jobs of the learned scenario ask, fail and break as often as those of the service', () => {
  const [one, other] = [sharesOf(seen), sharesOf(again)];
  expect(one.asks).toBeCloseTo(0.3, 1);
  expect(Math.abs(other.asks - one.asks)).toBeLessThan(0.08);
  expect(Math.abs(other.fails - one.fails)).toBeLessThan(0.08);
  expect(Math.abs(other.errors - one.errors)).toBeLessThan(0.02);
});

test('they take as long, and spread as widely', () => {
  const [one, other] = [seen.total, again.total];
  if (!one || !other) throw new Error('No job ended.');
  expect(other.median / one.median).toBeGreaterThan(0.8);
  expect(other.median / one.median).toBeLessThan(1.25);
  expect(other.max / one.max).toBeGreaterThan(0.7);
  expect(other.max / one.max).toBeLessThan(1.3);
});

test('the steps have the texts, the slides and the tokens of the service, and their evidence', () => {
  expect(scenario.steps.map((step) => Object.keys(step)[0])).toEqual([
    'work',
    'ask',
    'work',
    'fail',
    'work',
    'complete',
  ]);
  const [, ask, slides, fail, polish] = scenario.steps;
  expect(ask?.ask).toMatchObject({ message: 'Who is the audience?', chance: expect.closeTo(0.3, 1) });
  expect(slides?.work).toMatchObject({ current_step: 'Writing slide {slide} of {slides}', of: 8 });
  expect(fail?.fail).toMatchObject({ error: 'The generation timed out.', chance: expect.closeTo(0.15, 1) });
  expect(polish?.work).toMatchObject({ current_step: 'Polishing', chance: expect.closeTo(0.25, 1) });
  expect(scenario.title).toBe('Jobs at the pace of staging.example');
  expect(comments.get('/steps/1')).toMatch(/^\d+ of 300 jobs ask; first: played\.har, entry \d+$/);
  expect(comments.get('/steps/2')).toMatch(
    /^\d+ of 300 jobs: [\d.]+s to [\d.]+s, half of them under [\d.]+s/,
  );
});

describe('texts that only one prompt had', () => {
  const quoting = async () => {
    const one = await playJobs(
      {
        title: 'One',
        steps: [{ work: { for: '2s' } }, { ask: { message: 'Contoso?' } }, { fail: { error: 'No Contoso' } }],
      },
      1,
    );
    return learn(one);
  };

  test('are not learned, because they can quote a customer', async () => {
    const pace = await quoting();
    expect(JSON.stringify([pace, paceScenario(pace, '')])).not.toContain('Contoso');
  });

  test('leave a scenario with neutral texts', async () => {
    const { scenario } = paceScenario(await quoting(), '');
    expect(scenario.steps).toEqual([
      { work: { for: expect.any(String) } },
      { ask: { message: 'Which details matter most?' } },
      { fail: { error: 'The generation failed.' } },
    ]);
  });
});

test('a question that nobody answers is learned with its wait', async () => {
  const journal = await playJobs(
    {
      title: 'Waits',
      steps: [
        { work: { for: '2s' } },
        { ask: { message: 'Who?', wait: '5s', otherwise: 'continue' } },
        { work: { for: '3s' } },
        { complete: null },
      ],
    },
    3,
  );
  const withoutReplies = journal.filter(({ request }) => !request.url.endsWith('/message'));
  const unanswered = learn(withoutReplies);
  expect(unanswered.questions).toMatchObject([{ jobs: 3, otherwise: 'continue' }]);
});

test('a recording without a start has no pace', () => {
  expect(learnFrom([]).pace).toBeUndefined();
});
