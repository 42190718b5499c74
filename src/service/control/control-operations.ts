/** The table of control operations, by operationId. The input of each operation is validated before it runs. */
import type { operations } from '../../generated/control-api.js';
import type { ControlOperationId } from '../../generated/control-routes.js';
import { UserError } from '../../base/user-error.js';
import type { Timeline } from '../../scenario/timeline.js';
import { restoreSnapshot } from '../snapshot/restore.js';
import { createWorkspaceSnapshot } from '../snapshot/create.js';
import { getChanges } from './changes.js';
import { assertInput, type ControlRequest } from './validate-input.js';
import {
  advanceWorkspaceClock,
  advanceClockToNextEvent,
  toClockInfo,
  pauseWorkspaceClock,
  resumeWorkspaceClock,
  setWorkspaceClockSpeed,
} from './clocks.js';
import { getClientReport } from './client-report.js';
import { addFault, removeFaults, listFaults } from './faults.js';
import { getJob, listJobs } from './jobs.js';
import { clearJournal, getExchange, exportHar, readJournal, toExchangeInfo } from './journals.js';
import { compileSentScenario, getScenarioSource } from './scenario-source.js';
import { listScenarios } from './scenarios.js';
import {
  type ControlContext,
  type ScenarioEditing,
  resolveWorkspaceId,
  openWorkspaceContext,
  type WorkspaceContext,
} from './workspace-context.js';
import {
  updateWorkspace,
  createApiKey,
  listWorkspaces,
  resetWorkspace,
  toWorkspaceInfo,
} from './workspaces.js';

type JsonBodyOf<RequestBody> = RequestBody extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined;

/** The validated input of an operation. */
interface ControlOperationInput<Id extends ControlOperationId> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonBodyOf<operations[Id]['requestBody']>;
}

type JsonOf<Responses> = Responses extends
  | { 200: { content: { 'application/json': infer Body } } }
  | { 201: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

/** The JSON of a response. In process, the reset of the unassigned requests has none, because they have no workspace to describe. */
type ControlResponse<Id extends ControlOperationId> =
  JsonOf<operations[Id]['responses']> | (Id extends 'resetWorkspace' ? undefined : never);

type ControlOperationTable = {
  readonly [Id in ControlOperationId]: (
    workspace: WorkspaceContext,
    input: ControlOperationInput<Id>,
    context: ControlContext,
  ) => ControlResponse<Id> | Promise<ControlResponse<Id>>;
};

const controlOperations: ControlOperationTable = {
  listWorkspaces: (_, __, context) => ({ workspaces: listWorkspaces(context) }),
  getWorkspace: (workspace) => toWorkspaceInfo(workspace),
  updateWorkspace: (workspace, { body }) => (updateWorkspace(workspace, body), toWorkspaceInfo(workspace)),
  resetWorkspace: (workspace, { body }) => {
    resetWorkspace(workspace, body);
    return workspace.state.id === '' ? undefined : toWorkspaceInfo(workspace);
  },
  getChanges: (workspace, { query }, context) => getChanges(workspace, context, query['cursor']),
  createApiKey: (workspace, _, context) => createApiKey(context, workspace),
  getSnapshot: ({ service, record, real }) => createWorkspaceSnapshot(service, record.id, real),
  restoreSnapshot: (workspace, { body }) => (
    restoreSnapshot(workspace.service, body, workspace.real, workspace.record.id),
    toWorkspaceInfo(workspace)
  ),
  listScenarios: (_, __, context) => listScenarios(context),
  getScenarioSource: (_, { params }, context) => getScenarioSource(context, params['scenario'] ?? ''),
  saveScenario: (_, { params, body }, context) =>
    getEditing(context).save(context, params['scenario'] ?? '', body),
  checkScenario: (_, { body }, context) => getEditing(context).check(body),
  useScenario: (workspace, { body }) => (
    setActiveScenario(workspace, compileSentScenario(body, workspace.shared.library)),
    toWorkspaceInfo(workspace)
  ),
  clearScenario: (workspace) => (setActiveScenario(workspace, undefined), toWorkspaceInfo(workspace)),
  getClock: ({ state, real }) => toClockInfo(state, real),
  pauseClock: (workspace) => pauseWorkspaceClock(workspace),
  resumeClock: (workspace) => resumeWorkspaceClock(workspace),
  setClockSpeed: (workspace, { body }) => setWorkspaceClockSpeed(workspace, body.speed),
  advanceClock: (workspace, { body }) => advanceWorkspaceClock(workspace, body.by),
  advanceClockToNextEvent: (workspace, { body }) => advanceClockToNextEvent(workspace, body?.job),
  listJobs: (workspace, { query }) => listJobs(workspace, query),
  startJob: ({ jobs }, { body }) => jobs.start(body),
  listWorkspaceTemplates: ({ shared, record }) => ({
    templates: shared.directory.templates(record.id).map(({ id, name }) => ({ id, name })),
  }),
  getJob: (workspace, { params, query }) => getJob(workspace, params['job'] ?? '', query),
  getJobScenario: (workspace, { params }, context) =>
    getEditing(context).toScenario(workspace, params['job'] ?? ''),
  replyToJob: ({ jobs }, { params, body }) => jobs.reply(params['job'] ?? '', body.message),
  askQuestion: ({ jobs }, { params, body }) => jobs.intervene(params['job'] ?? '', { kind: 'ask', ...body }),
  failJob: ({ jobs }, { params, body }) => jobs.intervene(params['job'] ?? '', { kind: 'fail', ...body }),
  completeJob: ({ jobs }, { params, body }) =>
    jobs.intervene(params['job'] ?? '', { kind: 'complete', ...body }),
  stallJob: ({ jobs }, { params }) => jobs.intervene(params['job'] ?? '', { kind: 'stall' }),
  listFaults: (workspace) => listFaults(workspace),
  addFault: (workspace, { body }) => addFault(workspace, body),
  clearFaults: (workspace) => (removeFaults(workspace, undefined), listFaults(workspace)),
  removeFault: (workspace, { params }) => (removeFaults(workspace, params['fault']), listFaults(workspace)),
  getJournal: (workspace, { query }) => ({
    evicted: workspace.state.journal.evicted,
    exchanges: readJournal(workspace, query).map(toExchangeInfo),
  }),
  clearJournal: (workspace, { query }) => (clearJournal(workspace, query), { evicted: 0, exchanges: [] }),
  getExchange: (workspace, { params }) => toExchangeInfo(getExchange(workspace, params['sequence'] ?? '')),
  getJournalHar: (workspace, { query }) => ({ ...exportHar(workspace, query) }),
  getClientReport: async (workspace, { query }, context) => ({
    ...(await getClientReport(context, workspace, query)),
  }),
};

/** @throws UserError in a page or a test */
function getEditing({ editing }: ControlContext): ScenarioEditing {
  if (editing) return editing;
  throw new UserError(
    'not-allowed',
    'Only the control API of a server has the operations of the scenario editor.',
  );
}

/** The operations that change nothing in a snapshot. */
const READ_ONLY = /^(?:check|get|list)/;

/** @returns the response, or a promise of it. @throws UserError; then nothing has changed */
export function runControlOperation<Id extends ControlOperationId>(
  context: ControlContext,
  id: Id,
  request: ControlRequest,
): ControlResponse<Id> | Promise<ControlResponse<Id>> {
  const workspace = openOperation(context, id, request);
  const { params = {}, query = {}, body } = request;
  return controlOperations[id](workspace, { params, query, body } as never, context);
}

/** Validates the input of an operation, and opens its workspace. @throws UserError */
function openOperation(
  context: ControlContext,
  id: ControlOperationId,
  request: ControlRequest,
): WorkspaceContext {
  assertInput(id, request);
  const workspace = openWorkspaceContext(context, resolveWorkspaceId(request.params?.['workspace'] ?? ''));
  if (!READ_ONLY.test(id)) workspace.state.revision += 1;
  return workspace;
}

/** Sets the scenario of new jobs. @throws UserError if the workspace replays a recording */
export function setActiveScenario({ state, jobs }: WorkspaceContext, timeline: Timeline | undefined): void {
  jobs.assertPlaysScenarios();
  state.activate(timeline);
}
