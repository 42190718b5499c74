import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/parse.js';
import { Virtual } from './virtual.js';

const head = 'title: T\ndescription: D\nsteps:\n';

describe('the outline of a scenario', () => {
  it('is in the list: a segment for each step, and the places of the faults', async () => {
    const { scenarios } = await new Virtual().run('listScenarios');
    const courses = new Map(scenarios.map(({ name, course }) => [name, course]));
    expect(courses.get('asks-a-question')?.segments.map(({ kind }) => kind)).toEqual([
      'work',
      'ask',
      'work',
      'complete',
    ]);
    expect(courses.get('never-ends')?.segments.at(-1)).toEqual({ kind: 'stay', duration: null });
    expect(courses.get('rate-limited')?.faults).toMatchObject([{ effect: 'answer', status: 429 }]);
  });

  it('has the middle of a range, and null for an endless step', async () => {
    const text = `${head}  - work: { for: 1s..3s, slides: 5 }\n  - ask: { message: Who? }\n  - fail: { error: No }\n`;
    const faults = 'faults:\n  - { on: getGenerationStatus, during: 2s.., latency: 1s }\n';
    const { course } = await new Virtual().run('checkScenario', {}, { text: text + faults });
    expect(course).toEqual({
      end: 'failed',
      length: 2000,
      replied: [],
      segments: [
        { kind: 'work', duration: 2000, progress: true },
        { kind: 'ask', duration: null },
        { kind: 'fail', duration: 0 },
      ],
      faults: [
        {
          on: ['getGenerationStatus'],
          effect: 'latency',
          chance: 1,
          requests: null,
          during: { from: 2000, to: null },
        },
      ],
    });
  });
});

describe('the check of a text', () => {
  it('returns every mistake with its place and the expectation', async () => {
    const text = `titel: T\ndescription: D\nsteps:\n  - work: { for: 5x }\n`;
    expect(await new Virtual().run('checkScenario', {}, { text })).toEqual({
      course: null,
      mistakes: [
        { line: 1, column: 1, pointer: '/titel', message: expect.stringContaining('mean title?') },
        { line: 4, column: 13, pointer: '/steps/0/work/for', message: expect.stringContaining('such as') },
      ],
    });
  });

  it('finds the place where the text is not YAML', async () => {
    const { mistakes } = await new Virtual().run('checkScenario', {}, { text: `${head}  - [` });
    expect(mistakes[0]).toMatchObject({
      line: 4,
      pointer: '',
      message: expect.stringContaining('is not valid YAML'),
    });
  });
});

it('a scenario without a file has a text with the same meaning, and cannot be saved', async () => {
  const stage = new Virtual();
  const source = await stage.run('getScenarioSource', { scenario: 'broken-answers' });
  expect(source).toMatchObject({
    file: null,
    writable: false,
    reason: expect.stringContaining('--scenarios'),
  });
  const parsed = parseScenario({ name: source.name, file: 'x', text: source.text });
  const { scenario } = await stage.run('getScenario', { scenario: 'broken-answers' });
  expect('document' in parsed && parsed.document).toEqual(scenario);
  expect(await stage.refusal('saveScenarioSource', { scenario: source.name }, source)).toBe(
    'bad-input /name /file /writable /reason',
  );
  const { text, digest } = source;
  expect(await stage.refusal('saveScenarioSource', { scenario: source.name }, { text, digest })).toBe(
    'not-writable',
  );
});

describe('a scenario in memory', () => {
  const mine = (text: string, digest: string | null = null) => ({ text, digest, to: 'memory' as const });

  it('needs no folder, keeps its text, and is played by new jobs', async () => {
    const stage = new Virtual();
    const text = `${head}  # my comment\n  - fail: { error: No }\n`;
    const saved = await stage.run('saveScenarioSource', { scenario: 'mine' }, mine(text));
    expect(saved).toMatchObject({ name: 'mine', text, file: null });
    const job = await stage.run('startJob', {}, { prompt: 'x', scenario: 'mine' });
    expect(job.view).toMatchObject({ status: 'failed', error: 'No' });
    const changed = `${head}  - stay:\n`;
    const again = await stage.run('saveScenarioSource', { scenario: 'mine' }, mine(changed, saved.digest));
    expect(again.text).toBe(changed);
  });

  it('is YAML for people, also if a program sent JSON', async () => {
    const json = JSON.stringify({ title: 'T', steps: [{ complete: null }] });
    const saved = await new Virtual().run('saveScenarioSource', { scenario: 'mine' }, mine(json));
    expect(saved.text).toMatch(/^title: T\nsteps:\n/);
  });

  it('replaces no other text that its author did not see, and nothing with mistakes', async () => {
    const stage = new Virtual();
    const valid = `${head}  - stay:\n`;
    const save = (text: string, digest: string | null) =>
      stage.refusal('saveScenarioSource', { scenario: 'mine' }, mine(text, digest));
    expect(await save(`${head}  - stya:\n`, null)).toBe('bad-input /text');
    await stage.run('saveScenarioSource', { scenario: 'mine' }, mine(valid));
    expect(await save(valid, null)).toBe('file-changed');
    expect(await save(valid, 'of another text')).toBe('file-changed');
  });
});
