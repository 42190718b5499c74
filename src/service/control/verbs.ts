/** The table of verbs: for each operation of the control document, what it does with a workspace. The input of all is checked here. */
import type { operations } from '../../generated/control-api.js';
import type { ControlOperationId } from '../../generated/control-routes.js';
import type { Timeline } from '../../scenario/timeline.js';
import { loadState } from '../state/load.js';
import { saveWorkspace } from '../state/save.js';
import { changesOf } from './changes.js';
import { checkSent, type Sent } from './check-input.js';
import { advance, advanceToNext, clockView, pause, resume, setSpeed } from './clocks.js';
import { conductOf } from './conduct.js';
import { armFault, disarmFaults, listedFaults } from './faults.js';
import { intervene, jobAt, listJobs, startJob } from './jobs.js';
import { clearJournal, exchangeWith, harOf, readJournal } from './journals.js';
import { refuseForReplay } from './replayed-jobs.js';
import { scenarioList } from './scenarios.js';
import { type ControlContext, workspaceIdOf, workspaceNow, type WorkspaceNow } from './verb-context.js';
import {
  changeWorkspace,
  createApiKey,
  listWorkspaces,
  resetWorkspace,
  workspaceView,
} from './workspaces.js';

type JsonOf<Sent> = Sent extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The same after the check. */
interface Input<Id extends ControlOperationId> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonOf<operations[Id]['requestBody']>;
}

type Table = {
  readonly [Id in ControlOperationId]: (
    now: WorkspaceNow,
    input: Input<Id>,
    context: ControlContext,
  ) => unknown;
};

const verbs = {
  listWorkspaces: (_, __, context) => ({ workspaces: listWorkspaces(context) }),
  getWorkspace: (now) => workspaceView(now),
  changeWorkspace: (now, { body }) => (changeWorkspace(now, body), workspaceView(now)),
  resetWorkspace: (now, { body }) => (resetWorkspace(now, body), workspaceView(now)),
  readChanges: (now, { query }) => changesOf(now, query['after']),
  createApiKey: (now, _, context) => createApiKey(context, now),
  save: ({ service, row, real }) => saveWorkspace(service, row.id, real),
  load: (now, { body }) => (loadState(now.service, body, now.real, now.row.id), workspaceView(now)),
  listScenarios: ({ service }) => scenarioList(service),
  // Pages load YAML with the first call.
  getScenarioSource: async (_, { params }, context) =>
    (await import('./scenario-texts.js')).scenarioSource(context, params['scenario'] ?? ''),
  useScenario: async (now, { body }) => {
    const { sentTimeline } = await import('./scenario-texts.js');
    activate(now, sentTimeline(body, now.shared.library));
    return workspaceView(now);
  },
  clearScenario: (now) => (activate(now, undefined), workspaceView(now)),
  readClock: ({ state, real }) => clockView(state, real),
  pauseClock: (now) => pause(now),
  resumeClock: (now) => resume(now),
  setClockSpeed: (now, { body }) => setSpeed(now, body.speed),
  advanceClock: (now, { body }) => advance(now, body.by),
  advanceToNextEvent: (now, { body }) => advanceToNext(now, body?.job),
  listJobs: (now, { query }) => listJobs(now, query),
  startJob: (now, { body }) => startJob(now, body),
  listWorkspaceTemplates: ({ shared, row }) => ({
    templates: shared.directory.templates(row.id).map(({ id, name }) => ({ id, name })),
  }),
  getJob: (now, { params, query }) => jobAt(now, params['job'] ?? '', query['at']),
  replyToJob: (now, { params, body }) => intervene(now, params['job'] ?? '', { kind: 'reply', ...body }),
  askJob: (now, { params, body }) => intervene(now, params['job'] ?? '', { kind: 'ask', ...body }),
  failJob: (now, { params, body }) => intervene(now, params['job'] ?? '', { kind: 'fail', ...body }),
  completeJob: (now, { params, body }) => intervene(now, params['job'] ?? '', { kind: 'complete', ...body }),
  stallJob: (now, { params }) => intervene(now, params['job'] ?? '', { kind: 'stall' }),
  listArmedFaults: (now) => ({ faults: listedFaults(now) }),
  armFault: (now, { body }) => armFault(now, body),
  disarmFaults: (now) => (disarmFaults(now, undefined), { faults: listedFaults(now) }),
  disarmFault: (now, { params }) => (disarmFaults(now, params['fault']), { faults: listedFaults(now) }),
  readJournal: (now, { query }) => ({
    dropped: now.state.journal.dropped,
    exchanges: readJournal(now, query),
  }),
  clearJournal: (now, { query }) => (clearJournal(now, query), { dropped: 0, exchanges: [] }),
  getExchange: (now, { params }) => exchangeWith(now, params['sequence'] ?? ''),
  exportJournal: (now, { query }) => harOf(now, query),
  readConduct: (now, { query }, context) => conductOf(context, now, query),
} satisfies Table;

/** The operations that change nothing that a saved state contains. */
const READS = /^(?:get|list|read|save|export)/;

/** @returns the reply, or a promise of it. @throws UserError; then nothing has changed */
export function runVerb<Id extends ControlOperationId>(
  context: ControlContext,
  id: Id,
  sent: Sent,
): ReturnType<(typeof verbs)[Id]> {
  const now = startVerb(context, id, sent);
  const { params = {}, query = {}, body } = sent;
  const verb = verbs[id] as Table[Id];
  return verb(now, { params, query, body } as never, context) as ReturnType<(typeof verbs)[Id]>;
}

/** The workspace for a verb whose input is right. @throws UserError */
export function startVerb(context: ControlContext, id: ControlOperationId, sent: Sent): WorkspaceNow {
  checkSent(id, sent);
  const now = workspaceNow(context, workspaceIdOf(sent.params?.['workspace'] ?? ''));
  if (!READS.test(id)) now.state.revision += 1;
  return now;
}

/** Sets the scenario of new jobs. @throws UserError if the workspace plays a recording */
export function activate({ state }: WorkspaceNow, timeline: Timeline | undefined): void {
  refuseForReplay(state.replay);
  state.activate(timeline);
}
