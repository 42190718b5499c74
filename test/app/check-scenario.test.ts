/** The check of a scenario's text: positions, warnings, and what a client sees at an instant. */
import { describe, expect, it } from 'vitest';
import { checkScenario } from '../../src/app/check-scenario.js';
import { Deckhand } from '../../src/app/deckhand.js';
import type {
  CheckScenarioRequest,
  PreviewResponse,
  ScenarioCheck,
} from '../../src/generated/control-api.js';

const check = (text: string, more: Partial<CheckScenarioRequest> = {}): Promise<ScenarioCheck> =>
  checkScenario({ text, ...more });

/** The newest poll at an instant. */
async function pollAt(text: string, at: number, more: Partial<CheckScenarioRequest> = {}) {
  const { preview } = await check(text, { at, ...more });
  const poll = preview?.responses.find(({ request }) => request === 'poll');
  if (!poll) throw new Error('There is no poll');
  return {
    status: poll.status,
    fault: poll.fault,
    at: poll.at,
    view: JSON.parse(poll.body || 'null') as object,
  };
}

const ASKS = `title: T
steps:
  - generate: { for: 8s, slides: 0..8 }
  - ask: { message: Who?, timeout: 20s, on_timeout: fail, error: Nobody. }
  - complete:
`;

describe('the check of a text', () => {
  it.each([
    ['', 1, 1],
    ['title: [', 1, 9],
    ['titel: T\nsteps:\n  - complete:\n', 1, 1],
    ['title: T\nsteps:\n  - generate: { for: 5x }\n  - complete:\n', 3, 17],
    ['title: T\nsteps:\n  - complete:\nviolates: [no/rule]\n', 4, 12],
  ])('has the line and column of each error: %j', async (text, line, column) => {
    const { errors, timeline, preview } = await check(text);
    expect(errors[0]).toMatchObject({ line, column, message: expect.stringMatching(/\w/) });
    expect([timeline, preview]).toEqual([undefined, undefined]);
  });

  it('has the pointers of values, all errors at once, and no pointer where the text is not YAML', async () => {
    const { errors } = await check('titel: T\nsteps:\n  - generate: { for: 5x }\n');
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/titel', '/steps/0/generate/for']);
    expect((await check('title: [')).errors[0]).not.toHaveProperty('pointer');
  });

  it('warns about faults that are never applied, as the command does', async () => {
    const faults =
      'faults:\n  - { operation: getGenerationStatus, requests: 99, response: { status: 500 } }\n';
    const { errors, warnings, timeline } = await check(`title: T\nsteps:\n  - complete:\n${faults}`);
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ line: 5, pointer: '/faults/0/requests' }]);
    expect(timeline).toMatchObject({ end: 'completed' });
  });
});

describe('the preview at an instant', () => {
  it('polls exactly then', async () => {
    expect(await pollAt(ASKS, 0)).toMatchObject({ at: 0, view: { progress: { slides_completed: 0 } } });
    expect(await pollAt(ASKS, 4000)).toMatchObject({ at: 4000, view: { progress: { slides_completed: 4 } } });
    expect(await pollAt(ASKS, 7999)).toMatchObject({ view: { progress: { slides_completed: 7 } } });
    expect(await pollAt(ASKS, 8000)).toMatchObject({ view: { status: 'awaiting_input', message: 'Who?' } });
    expect(await pollAt(ASKS, 28_000)).toMatchObject({ view: { status: 'failed', error: 'Nobody.' } });
    expect(await pollAt(ASKS, 1e12)).toMatchObject({ view: { status: 'failed' } });
  });

  it('replies to questions, or does not', async () => {
    expect(await pollAt(ASKS, 20_000, { replies: true })).toMatchObject({ view: { status: 'completed' } });
    expect(await pollAt(ASKS, 20_000, { replies: false })).toMatchObject({
      view: { status: 'awaiting_input' },
    });
    const { preview } = await check(ASKS, { replies: true, at: 20_000 });
    expect(preview?.responses.map(({ request, at, status }) => [request, at, status])).toEqual([
      ['start', 0, 202],
      ['reply', 13_000, 202],
      ['poll', 20_000, 200],
    ]);
    expect(preview?.parts.map(({ status, from, until }) => [status, from, until])).toEqual([
      ['generating', 0, 8000],
      ['awaiting_input', 8000, 13_000],
      ['completed', 13_000, null],
    ]);
  });

  it('counts the polls before it, and waits for Retry-After', async () => {
    const faults =
      'faults:\n  - { operation: getGenerationStatus, requests: 2, response: { status: 429, retry_after: 5s } }\n';
    const { preview } = await check(ASKS + faults, { at: 3500 });
    expect(preview?.requests.slice(0, 4).map(({ at, status }) => [at, status])).toEqual([
      [0, 202],
      [3000, 200],
      [6000, 429],
      [11_000, 200],
    ]);
    expect(await pollAt(ASKS + faults, 3500)).toMatchObject({ status: 429, fault: 'responds 429' });
    expect(await pollAt(ASKS + faults, 2000)).toMatchObject({ status: 200 });
  });

  it.each<[string, string, Partial<PreviewResponse>]>([
    ['is cut as it is sent', 'corrupt: truncated', { status: 200, fault: 'truncated body' }],
    ['is missing without a response', 'connection: reset', { status: 0, body: '' }],
  ])('has a body that %s', async (_what, effect, expected) => {
    const fault = `faults:\n  - { operation: getGenerationStatus, ${effect} }\nviolates: [response/success-body-is-json]\n`;
    const { preview } = await check(ASKS + fault);
    const poll = preview?.responses.at(-1);
    expect(poll).toMatchObject(expected);
    expect(() => JSON.parse(poll?.body ?? '') as unknown).toThrow();
  });

  it('of a scenario that rejects every start has only the start', async () => {
    const fault = 'faults:\n  - { operation: startGeneration, response: { status: 503 } }\n';
    const { preview } = await check(ASKS + fault, { at: 5000 });
    expect(preview).toMatchObject({
      parts: [],
      stopped_by: 'start-rejected',
      responses: [{ request: 'start', status: 503 }],
    });
  });
});

describe('the text of a scenario that only jobs play', () => {
  it('can be read while they run', () => {
    const workspace = new Deckhand().workspace('ws_dev');
    workspace.useScenario({ title: 'Mine', steps: [{ stall: null }] });
    const { scenario } = workspace.startJob({ prompt: 'A pitch' });
    expect(workspace.scenarioSource(scenario)).toMatchObject({ name: 'unnamed', file: null, hash: null });
  });
});
