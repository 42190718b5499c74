/** Handlers of the control operations, by operationId. The input of all is checked here. */
import type { operations } from '../../generated/control-api.js';
import type { ControlOperationId } from '../../generated/control-routes.js';
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
import { applyIntervention, getJob, listJobs, startJob } from './jobs.js';
import { clearJournal, getExchange, exportHar, readJournal } from './journals.js';
import { assertNoReplay } from './replayed-jobs.js';
import { listScenarios } from './scenarios.js';
import {
  type ControlContext,
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

type JsonBodyOf<Sent> = Sent extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The same after the check. */
interface ControlOperationInput<Id extends ControlOperationId> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonBodyOf<operations[Id]['requestBody']>;
}

type ControlOperationTable = {
  readonly [Id in ControlOperationId]: (
    now: WorkspaceContext,
    input: ControlOperationInput<Id>,
    context: ControlContext,
  ) => unknown;
};

const controlOperations = {
  listWorkspaces: (_, __, context) => ({ workspaces: listWorkspaces(context) }),
  getWorkspace: (now) => toWorkspaceInfo(now),
  updateWorkspace: (now, { body }) => (updateWorkspace(now, body), toWorkspaceInfo(now)),
  resetWorkspace: (now, { body }) => (resetWorkspace(now, body), toWorkspaceInfo(now)),
  getChanges: (now, { query }) => getChanges(now, query['cursor']),
  createApiKey: (now, _, context) => createApiKey(context, now),
  getSnapshot: ({ service, record, real }) => createWorkspaceSnapshot(service, record.id, real),
  restoreSnapshot: (now, { body }) => (
    restoreSnapshot(now.service, body, now.real, now.record.id),
    toWorkspaceInfo(now)
  ),
  listScenarios: ({ service }) => listScenarios(service),
  // Pages load YAML with the first call.
  getScenarioSource: async (_, { params }, context) =>
    (await import('./scenario-source.js')).getScenarioSource(context, params['scenario'] ?? ''),
  useScenario: async (now, { body }) => {
    const { compileSentScenario: sentTimeline } = await import('./scenario-source.js');
    setActiveScenario(now, sentTimeline(body, now.shared.library));
    return toWorkspaceInfo(now);
  },
  clearScenario: (now) => (setActiveScenario(now, undefined), toWorkspaceInfo(now)),
  getClock: ({ state, real }) => toClockInfo(state, real),
  pauseClock: (now) => pauseWorkspaceClock(now),
  resumeClock: (now) => resumeWorkspaceClock(now),
  setClockSpeed: (now, { body }) => setWorkspaceClockSpeed(now, body.speed),
  advanceClock: (now, { body }) => advanceWorkspaceClock(now, body.by),
  advanceClockToNextEvent: (now, { body }) => advanceClockToNextEvent(now, body?.job),
  listJobs: (now, { query }) => listJobs(now, query),
  startJob: (now, { body }) => startJob(now, body),
  listWorkspaceTemplates: ({ shared, record }) => ({
    templates: shared.directory.templates(record.id).map(({ id, name }) => ({ id, name })),
  }),
  getJob: (now, { params, query }) => getJob(now, params['job'] ?? '', query['at']),
  replyToJob: (now, { params, body }) =>
    applyIntervention(now, params['job'] ?? '', { kind: 'reply', ...body }),
  askQuestion: (now, { params, body }) =>
    applyIntervention(now, params['job'] ?? '', { kind: 'ask', ...body }),
  failJob: (now, { params, body }) => applyIntervention(now, params['job'] ?? '', { kind: 'fail', ...body }),
  completeJob: (now, { params, body }) =>
    applyIntervention(now, params['job'] ?? '', { kind: 'complete', ...body }),
  stallJob: (now, { params }) => applyIntervention(now, params['job'] ?? '', { kind: 'stall' }),
  listFaults: (now) => ({ faults: listFaults(now) }),
  addFault: (now, { body }) => addFault(now, body),
  clearFaults: (now) => (removeFaults(now, undefined), { faults: listFaults(now) }),
  removeFault: (now, { params }) => (removeFaults(now, params['fault']), { faults: listFaults(now) }),
  getJournal: (now, { query }) => ({
    dropped: now.state.journal.evicted,
    exchanges: readJournal(now, query),
  }),
  clearJournal: (now, { query }) => (clearJournal(now, query), { dropped: 0, exchanges: [] }),
  getExchange: (now, { params }) => getExchange(now, params['sequence'] ?? ''),
  getJournalHar: (now, { query }) => exportHar(now, query),
  getClientReport: (now, { query }, context) => getClientReport(context, now, query),
} satisfies ControlOperationTable;

/** The operations that change nothing that a saved state contains. */
const READ_ONLY = /^(?:get|list)/;

/** @returns the reply, or a promise of it. @throws UserError; then nothing has changed */
export function runControlOperation<Id extends ControlOperationId>(
  context: ControlContext,
  id: Id,
  sent: ControlRequest,
): ReturnType<(typeof controlOperations)[Id]> {
  const now = openOperation(context, id, sent);
  const { params = {}, query = {}, body } = sent;
  const verb = controlOperations[id] as ControlOperationTable[Id];
  return verb(now, { params, query, body } as never, context) as ReturnType<(typeof controlOperations)[Id]>;
}

/** The workspace for a verb whose input is right. @throws UserError */
export function openOperation(
  context: ControlContext,
  id: ControlOperationId,
  sent: ControlRequest,
): WorkspaceContext {
  assertInput(id, sent);
  const now = openWorkspaceContext(context, resolveWorkspaceId(sent.params?.['workspace'] ?? ''));
  if (!READ_ONLY.test(id)) now.state.revision += 1;
  return now;
}

/** Sets the scenario of new jobs. @throws UserError if the workspace plays a recording */
export function setActiveScenario({ state }: WorkspaceContext, timeline: Timeline | undefined): void {
  assertNoReplay(state.replay);
  state.activate(timeline);
}
