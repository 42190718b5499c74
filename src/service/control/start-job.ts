/** Starts a job without a client. */
import type { Job as JobView, StartJobRequest } from '../../generated/control-api.js';
import type { Problem } from '../../generated/presentation-api.js';
import { chooseScenario } from '../choose-scenario.js';
import { startGeneration } from '../operations/start-generation.js';
import type { RequestContext } from '../request-context.js';
import { describeJob, needCurrentJob } from './jobs.js';
import { badInput } from './refuse.js';
import { startReplayedJob } from './replayed-jobs.js';
import { check } from './check-input.js';
import type { WorkspaceNow } from './verb-context.js';

/** @throws UserError (`bad-input`) when the template or the scenario does not exist */
export function startJob(workspace: WorkspaceNow, body: StartJobRequest): JobView {
  check('StartJobRequest', body);
  const { shared, row, state, now } = workspace;
  const { scenario, ...request } = body;
  if (state.replay) {
    state.changes.note('replay');
    return startReplayedJob(state.replay, request, now);
  }
  const timeline = timelineOf(workspace, body);
  const context: RequestContext = {
    requestId: 'control',
    key: undefined,
    operation: 'startGeneration',
    id: '',
    workspace: row,
    state,
    now,
    job: undefined,
    timeline,
    body: request,
    isLenient: false,
  };
  const { job, content } = startGeneration(context, shared);
  // The only refusal of the operation itself: an unknown template.
  if (!job) throw badInput((content as Problem).errors ?? []);
  return describeJob(needCurrentJob(shared, row.id, job.id, now), shared);
}

/** The scenario that the body names, or the one that the same request of a client would get. */
function timelineOf({ service, state }: WorkspaceNow, body: StartJobRequest) {
  const { library } = service.shared;
  const wish = {
    header: body.scenario,
    start: body,
    active: state.active && library.latest(state.active),
  };
  const choice = chooseScenario(wish, library, state.settings.fallback ?? service.defaultScenario);
  if (!('unknown' in choice)) return choice;
  const pointer = choice.at === 'header' ? '/scenario' : '/prompt';
  throw badInput([{ pointer, detail: `names no scenario: ${choice.unknown}` }]);
}
