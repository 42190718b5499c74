/** The table of the control API: for each operation of its document, what it does with a workspace. The reply is JSON. */
import type { BareDeckhand } from '../../app/bare-deckhand.js';
import type { operations } from '../../generated/control-api.js';
import type { ControlOperationId } from '../../generated/control-routes.js';
import { checkSent } from '../../service/control/check-input.js';
import { sentTimeline } from '../../service/control/scenario-texts.js';
import { Workspace } from '../../service/workspace.js';

/** The input of an operation, before it is checked. */
export interface Sent {
  /** The parameters of the path: `workspace`, `job` and so on. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

type JsonOf<Sent> = Sent extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The same after the check. */
interface Input<Id extends ControlOperationId> {
  readonly params: Readonly<Record<string, string>>;
  /** Strings, which the verbs read. */
  readonly query: never;
  readonly body: JsonOf<operations[Id]['requestBody']>;
}

type Table = {
  readonly [Id in ControlOperationId]: (
    workspace: Workspace,
    input: Input<Id>,
    deckhand: BareDeckhand,
  ) => unknown;
};

const verbs: Table = {
  listWorkspaces: (_, __, deckhand) => ({ workspaces: deckhand.workspaces() }),
  getWorkspace: (workspace) => workspace.info(),
  changeWorkspace: (workspace, { body }) => workspace.configure(body),
  resetWorkspace: (workspace, { body }) => (workspace.reset(body), workspace.info()),
  readChanges: (workspace, { query }) => workspace.changesSince((query as { after?: string }).after),
  createApiKey: (workspace) => workspace.createKey(),
  save: (workspace) => workspace.save(),
  load: (workspace, { body }) => (workspace.load(body), workspace.info()),
  listScenarios: (workspace) => workspace.scenarioList(),
  getScenarioSource: (workspace, { params }) => workspace.scenarioSource(params['scenario'] ?? ''),
  useScenario: (workspace, { body }, deckhand) => {
    workspace.info();
    workspace.play(sentTimeline(body, deckhand.library));
    return workspace.info();
  },
  clearScenario: (workspace) => (workspace.play(undefined), workspace.info()),
  readClock: (workspace) => workspace.info().clock,
  pauseClock: (workspace) => (workspace.clock.pause(), workspace.info().clock),
  resumeClock: (workspace) => (workspace.clock.resume(), workspace.info().clock),
  setClockSpeed: (workspace, { body }) => (workspace.clock.setSpeed(body.speed), workspace.info().clock),
  advanceClock: (workspace, { body }) => (workspace.clock.advance(body.by), workspace.info().clock),
  advanceToNextEvent: (workspace, { body }) => workspace.clock.next(body?.job),
  listJobs: (workspace, { query }) => workspace.jobList(query),
  startJob: (workspace, { body }) => workspace.start(body),
  listWorkspaceTemplates: (workspace) => ({ templates: workspace.templates() }),
  getJob: (workspace, { params, query }) => workspace.job(params['job'] ?? '', query),
  replyToJob: (workspace, { params, body }) => workspace.reply(params['job'] ?? '', body.message),
  askJob: (workspace, { params, body }) => workspace.ask(params['job'] ?? '', body.message),
  failJob: (workspace, { params, body }) => workspace.fail(params['job'] ?? '', body.error),
  completeJob: (workspace, { params, body }) => workspace.complete(params['job'] ?? '', body?.title),
  stallJob: (workspace, { params }) => workspace.stall(params['job'] ?? ''),
  listArmedFaults: (workspace) => ({ faults: workspace.faults() }),
  armFault: (workspace, { body }) => workspace.arm(body),
  disarmFaults: (workspace) => ({ faults: workspace.disarm() }),
  disarmFault: (workspace, { params }) => ({ faults: workspace.disarm(params['fault']) }),
  readJournal: (workspace, { query }) => ({
    dropped: workspace.info().evicted.exchanges,
    exchanges: workspace.journal(query),
  }),
  clearJournal: (workspace, { query }) => (workspace.clearJournal(query), { dropped: 0, exchanges: [] }),
  getExchange: (workspace, { params }) => workspace.exchange(params['sequence'] ?? ''),
  exportJournal: (workspace, { query }) => workspace.har(query),
  readConduct: (workspace, { query }) => workspace.conduct(query),
};

/** @returns the reply, or a promise of it. @throws UserError; then nothing has changed */
export function runVerb(deckhand: BareDeckhand, id: ControlOperationId, sent: Sent): unknown {
  checkSent(id, sent);
  return verbs[id](new Workspace(deckhand.control, sent.params['workspace'] ?? ''), sent as never, deckhand);
}
