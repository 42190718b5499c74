/** Each step of a run alone, with made-up results of the steps before it. */
import { describe, expect, test } from 'vitest';
import { checkTarget } from '../../../src/verify/steps/check-target.js';
import { createPresentations } from '../../../src/verify/steps/create-presentations.js';
import {
  listAgain,
  readAll,
  readOnce,
  readSome,
  readUnknownIds,
  sendLateMessages,
} from '../../../src/verify/steps/final-reads.js';
import { followJobs } from '../../../src/verify/steps/follow-jobs.js';
import {
  readWithoutValidKey,
  sendKeyForms,
  sendWithoutAccess,
} from '../../../src/verify/steps/invalid-keys.js';
import { probeRateLimit } from '../../../src/verify/steps/probe-rate-limit.js';
import { readGiven } from '../../../src/verify/steps/read-given.js';
import { renamePresentations } from '../../../src/verify/steps/rename.js';
import { NO_RESULTS, type RunResults } from '../../../src/verify/steps/run-results.js';
import { steps } from '../../../src/verify/steps/index.js';
import { SharedProgress } from '../../../src/verify/steps/shared-progress.js';
import { useOtherWorkspace } from '../../../src/verify/steps/use-other-workspace.js';
import { createScriptedRun, type ScriptedResponse } from './scripted-requester.js';

const results: RunResults = {
  ...NO_RESULTS,
  templateIds: ['t1'],
  acceptedTemplateId: 't1',
  jobs: ['j1', 'j2'],
  finished: [
    { id: 'j1', status: 'completed' },
    { id: 'j2', status: 'failed' },
  ],
  presentations: [
    { id: 'p1', title: 'Tides', job: 'j1' },
    { id: 'p2', title: 'Moons' },
  ],
};
const found = (body: unknown): ScriptedResponse => ({ status: 200, body });
const NOT_FOUND: ScriptedResponse = { status: 404, body: { error: 'nothing here' } };
const UNAUTHORIZED: ScriptedResponse = { status: 401, body: { error: 'no' } };

test('checkTarget lists the templates with both headers, and finds an id', async () => {
  const { requester, sent } = createScriptedRun({}, () => found({ templates: [{ id: 't1' }, { id: 't2' }] }));
  expect(await checkTarget(requester)).toEqual({ templateIds: ['t1', 't2'], lastTemplateId: 't2' });
  expect(sent).toEqual(['GET /templates', 'GET /templates']);
});

test('checkTarget stops if both headers are rejected', async () => {
  const { requester } = createScriptedRun({}, () => UNAUTHORIZED);
  await expect(checkTarget(requester)).rejects.toThrow(
    'the target rejects the key: GET /templates returned 401 with both headers; check the key',
  );
});

describe('followJobs', () => {
  const started = { status: 202, body: { generation_id: 'j1', status: 'generating', poll_url: '/x' } };
  const statuses = (...bodies: object[]) => {
    let polls = 0;
    return (): ScriptedResponse => found({ generation_id: 'j1', ...(bodies[polls++] ?? bodies.at(-1)) });
  };
  const service = (poll: () => ScriptedResponse) => (request: string) =>
    request.startsWith('POST /presentations/generate ')
      ? started
      : request.startsWith('GET /presentations/generate/')
        ? poll()
        : request.includes('/message')
          ? { status: 202 }
          : NOT_FOUND;

  test('polls a job to its end, and fetches its presentation', async () => {
    const end = { status: 'completed', presentation: { id: 'p1', title: 'Tides' } };
    const poll = statuses({ status: 'generating' }, end);
    const { requester, plan } = createScriptedRun({ smoke: true }, (request) =>
      request === 'GET /presentations/p1' ? found({ id: 'p1', title: 'Tides' }) : service(poll)(request),
    );
    const shared = new SharedProgress();
    expect(await followJobs(requester, plan, { templateIds: ['t1'] }, shared)).toEqual({
      jobs: ['j1'],
      finished: [{ id: 'j1', status: 'completed' }],
      unfinished: [],
      presentations: [{ id: 'p1', title: 'Tides', job: 'j1' }],
      unfetched: [],
      acceptedTemplateId: 't1',
    });
    expect(await shared.firstStart).toEqual({ templateId: 't1', isStarted: true });
  });

  test('replies to a question with the documented body', async () => {
    const question = { status: 'awaiting_input', message: 'Who?' };
    const poll = statuses({ status: 'generating' }, question, { status: 'failed', error: 'No.' });
    const { requester, plan, sent } = createScriptedRun({ smoke: true }, service(poll));
    await followJobs(requester, plan, { templateIds: [] }, new SharedProgress());
    expect(sent.filter((request) => request.includes('/message'))).toEqual([
      'POST /presentations/generate/j1/message {"message":"City officials who plan public transport."}',
    ]);
  });

  test('names a job that does not end', async () => {
    const { requester, plan, notes } = createScriptedRun(
      { smoke: true, jobTimeout: 5_000 },
      service(statuses({ status: 'generating' })),
    );
    const { unfinished } = await followJobs(requester, plan, { templateIds: [] }, new SharedProgress());
    expect(unfinished).toEqual(['j1']);
    expect(notes).toEqual(['job j1 timed out (--job-timeout)']);
  });

  test('sends the first listed template, then none, and ends the run if both are rejected', async () => {
    const { requester, plan, sent } = createScriptedRun({ smoke: true, prompt: 'Tides' }, () => ({
      status: 422,
      body: { error: 'subject is missing' },
    }));
    await expect(
      followJobs(requester, plan, { templateIds: ['t1', 't2'] }, new SharedProgress()),
    ).rejects.toThrow(
      'the target accepted no start: prompt and template_id "t1" → 422 {"error":"subject is missing"}; prompt → 422 ' +
        `{"error":"subject is missing"}; set the body that the service expects, such as --start-body '{"prompt":"{{prompt}}"}', or another template with --template-id`,
    );
    expect(sent).toEqual([
      'POST /presentations/generate {"prompt":"Tides","template_id":"t1"}',
      'POST /presentations/generate {"prompt":"Tides"}',
    ]);
  });
});

test('createPresentations creates from the template of the first start, and fetches by id', async () => {
  let created = 0;
  const { requester, plan, sent } = createScriptedRun({ requestsPerMinute: 20 }, (request) =>
    request.includes('key')
      ? UNAUTHORIZED
      : request.startsWith('POST')
        ? { status: 201, body: { id: `c${(created += 1)}` } }
        : found({ id: 'c1', title: '[deckhand check] first' }),
  );
  const shared = new SharedProgress();
  shared.reachFirstStart({ templateId: 't1', isStarted: true });
  expect(await createPresentations(requester, plan, results, shared)).toEqual({
    presentations: [{ id: 'c1', title: '[deckhand check] first' }],
    unfetched: ['c2'],
  });
  expect(sent[0]).toBe('POST /presentations {"template_id":"t1","title":"[deckhand check] first"}');
  expect(sent.at(-1)).toBe('GET /presentations/c1');
});

test('useOtherWorkspace creates a presentation, and reads it with both keys', async () => {
  const { requester, plan, sent } = createScriptedRun({ otherApiKey: 'other-key', maxJobs: 0 }, (request) => {
    if (request.startsWith('GET /templates')) return found([{ id: 't1' }]);
    if (request.startsWith('POST')) return { status: 201, body: { id: 'o1' } };
    return request.endsWith('as other') ? found({ id: 'o1', title: 'T' }) : NOT_FOUND;
  });
  const shared = new SharedProgress();
  shared.close();
  expect(await useOtherWorkspace(requester, plan, shared)).toEqual({
    hasBrokenList: false,
    presentation: 'o1',
  });
  expect(sent).toEqual([
    'GET /templates as other',
    'POST /presentations {"template_id":"t1","title":"[deckhand check] of the other key"} as other',
    'GET /presentations/o1 as other',
    'GET /presentations/o1',
  ]);
});

test('readGiven polls the given job and fetches the given presentation', async () => {
  const { requester, sent } = createScriptedRun(
    { readOnly: true, generationId: 'j1', presentationId: 'p1' },
    (request) =>
      request.endsWith('/status')
        ? found({ generation_id: 'j1', status: 'completed' })
        : found({ id: 'p1', title: 'Tides' }),
  );
  expect(await readGiven(requester, new SharedProgress())).toEqual({
    jobs: ['j1'],
    finished: [{ id: 'j1', status: 'completed' }],
    presentations: [{ id: 'p1', title: 'Tides' }],
  });
  expect(sent).toEqual(['GET /presentations/generate/j1/status', 'GET /presentations/p1']);
});

test('renamePresentations restores the title, also if the run is stopped in the middle', async () => {
  let title = 'Tides';
  const { requester, plan, sent, left } = createScriptedRun({ requestsPerMinute: 20 }, (request) => {
    const renamed = /^PATCH \/presentations\/p1 (\{.*\})$/.exec(request)?.[1];
    if (renamed !== undefined) title = String((JSON.parse(renamed) as { title?: string }).title ?? title);
    if (request.includes('p2')) throw new Error('the machine is gone');
    return request.includes('key') ? UNAUTHORIZED : found({ id: 'p1', title });
  });
  await expect(renamePresentations(requester, plan, results)).rejects.toThrow('the machine is gone');
  expect(title).not.toBe('Tides');
  expect(left()).toEqual(['the title of presentation p1']);
  expect(await requester.undos.runAll()).toEqual([]);
  expect(title).toBe('Tides');
  expect(sent.at(-1)).toBe('PATCH /presentations/p1 {"title":"Tides"}');
});

test('the last reads poll each job, and fetch each presentation', async () => {
  const { requester, sent } = createScriptedRun({}, () => found({}));
  await readAll(requester, { ...results, unfetched: ['c2'] });
  expect(sent).toEqual([
    'GET /presentations/generate/j1/status',
    'GET /presentations/generate/j2/status',
    'GET /presentations/p1',
    'GET /presentations/p2',
    'GET /presentations/c2',
  ]);
});

test('with a request rate, the last reads leave out what the very last one reads', async () => {
  const { requester, sent } = createScriptedRun({}, () => found({}));
  await readSome(requester, results);
  expect(sent).toEqual(['GET /presentations/generate/j2/status', 'GET /presentations/p2']);
});

test.each<[string, (run: ReturnType<typeof createScriptedRun>) => Promise<unknown>, readonly string[]]>([
  [
    'readUnknownIds',
    ({ requester }) => readUnknownIds(requester),
    [
      'GET /presentations/deckhand-check-unknown-id',
      'GET /presentations/generate/deckhand-check-unknown-id/status',
    ],
  ],
  ['listAgain', ({ requester }) => listAgain(requester), ['GET /templates', 'GET /templates']],
  [
    'sendLateMessages',
    ({ requester }) => sendLateMessages(requester, results),
    [
      'POST /presentations/generate/j1/message {"message":"Thank you."}',
      'POST /presentations/generate/j2/message {"message":"Thank you."}',
    ],
  ],
  [
    'readOnce',
    ({ requester }) => readOnce(requester, results),
    ['GET /presentations/p1', 'GET /presentations/generate/j1/status'],
  ],
  [
    'readOnce while reads are blocked',
    ({ requester }) => readOnce(requester, { ...results, areReadsBlocked: true }),
    [],
  ],
  [
    'sendWithoutAccess',
    ({ requester }) => sendWithoutAccess(requester, results),
    [
      'GET /templates without access',
      'GET /templates without access',
      'GET /presentations/p1 without access',
      'GET /presentations/generate/j1/status without access',
      'POST /presentations/generate {"prompt":"[deckhand check] with a key without API access","template_id":"t1"} without access',
    ],
  ],
])('%s sends its requests alone', async (_, send, expected) => {
  const run = createScriptedRun({ apiKeyWithoutAccess: 'disabled-key' }, () => ({ status: 200, body: {} }));
  await send(run);
  expect(run.sent).toEqual(expected);
});

test('readWithoutValidKey ends when the service blocks the address', async () => {
  const { requester, plan, notes, sent } = createScriptedRun({}, () => ({ status: 429 }));
  expect(await readWithoutValidKey(requester, plan, results)).toEqual({ areReadsBlocked: true });
  expect(new Set(sent)).toEqual(
    new Set(['GET /presentations/p1 without a key', 'GET /presentations/p1 with an invalid key']),
  );
  expect(notes).toEqual([
    expect.stringMatching(
      /^the service blocked requests after invalid keys \(429\); \d+ of them were not sent$/,
    ),
  ]);
});

test('sendKeyForms sends the key in each form that 5.1 leaves open, once', async () => {
  const { requester, plan, sent } = createScriptedRun({}, () => found({}));
  await sendKeyForms(requester, plan, results);
  expect(sent).toHaveLength(plan.keyFormRequests.length);
  expect(plan.keyFormRequests).toHaveLength(5);
});

test('probeRateLimit ends with the second 429 in a row', async () => {
  const { requester, sent } = createScriptedRun({ probeRateLimit: true }, (_, times) => ({
    status: times > 20 ? 429 : 200,
    body: {},
  }));
  await probeRateLimit(requester);
  expect(sent).toHaveLength(22);
});

test('each step that sends requests has a cost, and a title', () => {
  const counted = steps.filter(({ cost }) => cost !== undefined);
  expect(counted.filter(({ title = '' }) => title === '')).toEqual([]);
  // Messages to jobs that have ended are part of the cost of jobs, and a wait sends nothing.
  expect(steps.length - counted.length).toBe(2);
});
