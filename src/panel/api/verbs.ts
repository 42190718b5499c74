/**
 * The actions of the panel: each is a request to the control API for the selected workspace. The panel shows their effects from
 * the event stream, not from the responses, because a response can arrive after newer events.
 */
import type {
  ArmFaultRequest,
  ResetRequest,
  Snapshot,
  StartJobRequest,
  Workspace,
} from '../../generated/control-api.js';
import { workspaceId } from '../state/route.js';
import { unwrap, api } from './client.js';

const here = () => ({ path: { workspace: workspaceId.value } });
const about = (job: string) => ({ path: { workspace: workspaceId.value, job } });

export const clockVerbs = {
  pause: () => unwrap(api.POST('/workspaces/{workspace}/clock/pause', { params: here() })),
  resume: () => unwrap(api.POST('/workspaces/{workspace}/clock/resume', { params: here() })),
  setSpeed: (speed: number) =>
    unwrap(api.PUT('/workspaces/{workspace}/clock/speed', { params: here(), body: { speed } })),
  advance: (by: string) =>
    unwrap(api.POST('/workspaces/{workspace}/clock/advance', { params: here(), body: { by } })),
  /** @param job the job whose next event is wanted; any job by default */
  next: (job?: string) =>
    unwrap(
      api.POST('/workspaces/{workspace}/clock/next', {
        params: here(),
        ...(job !== undefined && { body: { job } }),
      }),
    ),
  /** Pauses the clock, and then advances it to an instant. A past instant leaves it where it is. */
  async stopAt(instant: number): Promise<void> {
    const { now } = await clockVerbs.pause();
    const by = Math.floor(instant) - Date.parse(now);
    if (by > 0)
      await unwrap(api.POST('/workspaces/{workspace}/clock/advance', { params: here(), body: { by } }));
  },
};

export const jobVerbs = {
  start: (body: StartJobRequest) =>
    unwrap(api.POST('/workspaces/{workspace}/jobs', { params: here(), body })),
  templates: () => unwrap(api.GET('/workspaces/{workspace}/templates', { params: here() })),
  get: (job: string, at?: number) =>
    unwrap(
      api.GET('/workspaces/{workspace}/jobs/{job}', {
        params: { ...about(job), ...(at !== undefined && { query: { at: String(Math.round(at)) } }) },
      }),
    ),
  reply: (job: string, message: string) =>
    api.POST('/workspaces/{workspace}/jobs/{job}/reply', { params: about(job), body: { message } }),
  ask: (job: string, message: string) =>
    api.POST('/workspaces/{workspace}/jobs/{job}/ask', { params: about(job), body: { message } }),
  fail: (job: string, error: string) =>
    api.POST('/workspaces/{workspace}/jobs/{job}/fail', { params: about(job), body: { error } }),
  complete: (job: string, title: string) =>
    api.POST('/workspaces/{workspace}/jobs/{job}/complete', {
      params: about(job),
      body: title === '' ? {} : { title },
    }),
  stall: (job: string) => api.POST('/workspaces/{workspace}/jobs/{job}/stall', { params: about(job) }),
};

const useScenario = (body: { name: string } | { yaml: string }) =>
  api.PUT('/workspaces/{workspace}/scenario', { params: here(), body });

export const scenarioVerbs = {
  source: (scenario: string) =>
    unwrap(api.GET('/scenarios/{scenario}/source', { params: { path: { scenario } } })),
  use: (name: string) => useScenario({ name }),
  /** New jobs play a text without a file. */
  useText: (yaml: string) => useScenario({ yaml }),
  clear: () => unwrap(api.DELETE('/workspaces/{workspace}/scenario', { params: here() })),
};

export const faultVerbs = {
  add: (body: ArmFaultRequest) =>
    unwrap(api.POST('/workspaces/{workspace}/faults', { params: here(), body })),
  remove: (fault: string) =>
    api.DELETE('/workspaces/{workspace}/faults/{fault}', {
      params: { path: { workspace: workspaceId.value, fault } },
    }),
  removeAll: () => api.DELETE('/workspaces/{workspace}/faults', { params: here() }),
};

export const journalVerbs = {
  /** @param client the label of a client, as the report about all clients names it */
  conduct: (client: string) =>
    unwrap(api.GET('/workspaces/{workspace}/conduct', { params: { ...here(), query: { client } } })),
  get: (sequence: number) =>
    unwrap(
      api.GET('/workspaces/{workspace}/journal/{sequence}', {
        params: { path: { workspace: workspaceId.value, sequence: String(sequence) } },
      }),
    ),
  /** @param since the start of the first wanted exchange, in milliseconds since 1970 */
  har: (since?: number) =>
    unwrap(
      api.GET('/workspaces/{workspace}/journal.har', {
        params: {
          ...here(),
          query: { unassigned: 'true', ...(since !== undefined && { since: String(Math.floor(since)) }) },
        },
      }),
    ),
  clear: () =>
    api.DELETE('/workspaces/{workspace}/journal', { params: { ...here(), query: { unassigned: 'true' } } }),
};

export const workspaceVerbs = {
  list: () => unwrap(api.GET('/workspaces')),
  open: (workspace: string) =>
    unwrap(api.GET('/workspaces/{workspace}', { params: { path: { workspace } } })),
  change: (body: { plan?: Workspace['plan']; api_enabled?: boolean }) =>
    unwrap(api.PATCH('/workspaces/{workspace}', { params: here(), body })),
  reset: (body: ResetRequest) => api.POST('/workspaces/{workspace}/reset', { params: here(), body }),
  createKey: () => unwrap(api.POST('/workspaces/{workspace}/keys', { params: here() })),
  snapshot: () => unwrap(api.GET('/workspaces/{workspace}/snapshot', { params: here() })),
  restore: (body: Snapshot) => api.PUT('/workspaces/{workspace}/snapshot', { params: here(), body }),
};
