import { Ajv2020 } from 'ajv/dist/2020.js';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  listOperations,
  readDocuments,
  resolveReference,
  type OpenApiDocument,
} from '../../../openapi/document.js';
import type { SchemaObject } from '../../../openapi/schema.js';
import { isObject } from '../../../src/base/json.js';
import { controlRoutes, type ControlOperationId } from '../../../src/generated/control-routes.js';
import { ScenarioSourceFiles } from '../../../src/files/scenario-source-files.js';
import { createTempFolder } from '../../cli/temp-files.js';
import { runOverHttp, type RunOperation } from './run-over-http.js';

const VALID_TEXT = `title: T
steps:
  - generate: { for: 6s, slides: 0..8 }
  - ask: { message: Who? }
  - complete:
faults:
  - { operation: getGenerationStatus, requests: 2, response: { status: 429, retry_after: 5s } }
  - { operation: getGenerationStatus, requests: 2, latency: 1s }
`;

let control: OpenApiDocument;
let ajv: Ajv2020;

beforeAll(async () => {
  ({ control } = await readDocuments(join(import.meta.dirname, '..', '..', '..')));
  ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(closed(control), 'control');
});

/** The document, without the room for fields that it does not name. */
function closed(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    isObject(value) && value['type'] === 'object' && isObject(value['properties'])
      ? { additionalProperties: false, ...value }
      : value,
  ) as OpenApiDocument;
}

/** The differences between a response and the control document. */
function differences(id: string, { status, body }: { status: number; body: unknown }): unknown {
  const { operation } = listOperations(control).find((one) => one.operation.operationId === id)!;
  const response = operation.responses[status < 300 ? status : '4XX'];
  if (!response) return `nothing is said about ${status} of ${id}`;
  const [content] = Object.values(resolveReference(control, response).content ?? {});
  const validate = ajv.getSchema(`control${(content?.schema as SchemaObject).$ref}`)!;
  return validate(body) ? [] : validate.errors;
}

describe('every operation', () => {
  let driver: RunOperation;
  let id: string;
  const tested = new Set<string>();

  beforeAll(async () => {
    driver = await runOverHttp();
    const started = await driver.deckhand.fetch(
      new Request('http://x/api/v1/presentations/generate', {
        method: 'POST',
        headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
        body: '{"prompt":"A pitch"}',
      }),
    );
    id = ((await started.json()) as { generation_id: string }).generation_id;
    await driver.run('pauseClock');
  });
  afterAll(() => driver.close());

  const cases: [ControlOperationId, ((id: string) => object)?, unknown?, Record<string, string>?][] = [
    ['listWorkspaces'],
    ['getWorkspace'],
    ['getWorkspace', () => ({ workspace: 'sandbox-x' })],
    ['updateWorkspace', undefined, { plan: 'max' }],
    ['createApiKey'],
    ['listScenarios'],
    ['getScenarioSource', () => ({ scenario: 'asks-twice' })],
    ['checkScenario', undefined, { text: 'titel: T\n' }],
    ['checkScenario', undefined, { text: VALID_TEXT, at: 4000, replies: true }],
    ['useScenario', undefined, { name: 'slow-progress' }],
    ['clearScenario'],
    ['getClock'],
    ['pauseClock'],
    ['setClockSpeed', undefined, { speed: 2.5 }],
    ['advanceClock', undefined, { by: '100ms' }],
    ['advanceClockToNextEvent'],
    ['getChanges'],
    ['getChanges', undefined, undefined, { cursor: 'a1b2-17' }],
    ['listJobs', undefined, undefined, { limit: '5' }],
    ['startJob', undefined, { prompt: 'Harbour taxis', scenario: 'asks-a-question' }],
    ['listWorkspaceTemplates'],
    ['getJob', (job) => ({ job })],
    ['getJobScenario', (job) => ({ job })],
    ['askQuestion', (job) => ({ job }), { message: 'Who?' }],
    ['replyToJob', (job) => ({ job }), { message: 'Me.' }],
    ['stallJob', (job) => ({ job })],
    ['failJob', (job) => ({ job }), { error: 'No.' }],
    ['addFault', undefined, { operation: ['listTemplates'], latency: '1s..2s' }],
    ['listFaults'],
    ['getSnapshot'],
    ['removeFault', () => ({ fault: 'f1' })],
    ['clearFaults'],
    ['addFault', (job) => ({ job }), { probability: 0.5, times: 9, response: { status: 500 } }],
    ['clearFaults'],
    ['getJournal', undefined, undefined, { status: '2xx' }],
    ['getJournal', undefined, undefined, { include_unassigned: 'true' }],
    ['getExchange', () => ({ sequence: '1' })],
    ['getJournalHar'],
    ['getClientReport'],
    ['getClientReport', undefined, undefined, { min_poll_interval: '500ms', timers_follow_clock: 'true' }],
    ['clearJournal', undefined, undefined, { include_unassigned: 'true' }],
    ['resumeClock'],
    ['resetWorkspace', undefined, { journal: true }],
  ];

  it.each(cases)('%s responds as specified', async (operation, params, body, query) => {
    tested.add(operation);
    const response = await driver.run(operation, { ...params?.(id) }, body, query);
    expect(response.status).toBe(
      controlRoutes.find(({ operationId }) => operationId === operation)?.successStatus,
    );
    expect(differences(operation, response)).toEqual([]);
  });

  it('completeJob succeeds and fails as specified', async () => {
    await driver.run('resetWorkspace', {}, { clock: true });
    tested.add('completeJob');
    const rejected = await driver.run('completeJob', { job: id });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'job_conflict']);
    expect(differences('completeJob', rejected)).toEqual([]);
  });

  it('saveScenario succeeds and fails as specified', async () => {
    tested.add('saveScenario');
    const body = { text: VALID_TEXT, previous: null };
    const rejected = await driver.run('saveScenario', { scenario: 'mine' }, body);
    expect([rejected.status, rejected.body.code]).toEqual([403, 'not_writable']);
    expect(differences('saveScenario', rejected)).toEqual([]);
    const sources = new ScenarioSourceFiles([createTempFolder({})]);
    const writer = await runOverHttp({ sources });
    onTestFinished(() => writer.close());
    const saved = await writer.run('saveScenario', { scenario: 'mine' }, body);
    expect([saved.status, differences('saveScenario', saved)]).toEqual([200, []]);
    const conflict = await writer.run('saveScenario', { scenario: 'mine' }, body);
    expect([conflict.status, conflict.body.code]).toEqual([409, 'scenario_conflict']);
    expect(differences('saveScenario', conflict)).toEqual([]);
  });

  it('restoreSnapshot accepts the result of getSnapshot', async () => {
    tested.add('restoreSnapshot');
    const snapshot = await driver.run('getSnapshot');
    const restored = await driver.run('restoreSnapshot', { workspace: 'sandbox-y' }, snapshot.body);
    expect(differences('restoreSnapshot', restored)).toEqual([]);
    expect(restored).toMatchObject({ status: 200, body: { id: 'ws_sandbox_y', job_count: 2 } });
  });

  it('is tested here', () => {
    expect([...tested].sort()).toEqual(controlRoutes.map(({ operationId }) => operationId).sort());
  });
});
