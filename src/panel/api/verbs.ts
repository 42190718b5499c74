/**
 * What the panel can have done, in the words of its buttons: each a request to the control API about the chosen workspace.
 * What comes of it the stream of events tells, and nothing else: an answer may arrive after news of what was done later.
 */
import type {
  ArmFaultRequest,
  OperationId,
  ResetRequest,
  Snapshot,
  Workspace,
} from '../../generated/control-api.js';
import { workspaceId } from '../state/route.js';
import { answered, api } from './client.js';

const here = () => ({ path: { workspace: workspaceId.value } });
const about = (job: string) => ({ path: { workspace: workspaceId.value, job } });

export const clockVerbs = {
  pause: () => answered(api.POST('/workspaces/{workspace}/clock/pause', { params: here() })),
  resume: () => answered(api.POST('/workspaces/{workspace}/clock/resume', { params: here() })),
  setSpeed: (speed: number) =>
    answered(api.PUT('/workspaces/{workspace}/clock/speed', { params: here(), body: { speed } })),
  advance: (by: string) =>
    answered(api.POST('/workspaces/{workspace}/clock/advance', { params: here(), body: { by } })),
  next: () => answered(api.POST('/workspaces/{workspace}/clock/next', { params: here() })),
};

export const jobVerbs = {
  get: (job: string, at?: number) =>
    answered(
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
    answered(api.GET('/scenarios/{scenario}/source', { params: { path: { scenario } } })),
  check: (text: string) => answered(api.POST('/scenario-check', { body: { text } })),
  /** @param digest that of the text that was edited; null for a scenario that is not to be there yet */
  save: (scenario: string, text: string, digest: string | null) =>
    answered(
      api.PUT('/scenarios/{scenario}/source', { params: { path: { scenario } }, body: { text, digest } }),
    ),
  use: (name: string) => useScenario({ name }),
  /** Plays a text that is in no file. */
  useText: (yaml: string) => useScenario({ yaml }),
  clear: () => answered(api.DELETE('/workspaces/{workspace}/scenario', { params: here() })),
};

export const faultVerbs = {
  arm: (body: ArmFaultRequest) =>
    answered(api.POST('/workspaces/{workspace}/faults', { params: here(), body })),
  disarm: (fault: string) =>
    api.DELETE('/workspaces/{workspace}/faults/{fault}', {
      params: { path: { workspace: workspaceId.value, fault } },
    }),
  disarmAll: () => api.DELETE('/workspaces/{workspace}/faults', { params: here() }),
};

export const journalVerbs = {
  get: (sequence: number) =>
    answered(
      api.GET('/workspaces/{workspace}/journal/{sequence}', {
        params: { path: { workspace: workspaceId.value, sequence: String(sequence) } },
      }),
    ),
  har: (query: { operation?: OperationId; status?: string; job?: string }) =>
    answered(api.GET('/workspaces/{workspace}/journal.har', { params: { ...here(), query } })),
  clear: () => api.DELETE('/workspaces/{workspace}/journal', { params: here() }),
};

export const workspaceVerbs = {
  list: () => answered(api.GET('/workspaces')),
  open: (workspace: string) =>
    answered(api.GET('/workspaces/{workspace}', { params: { path: { workspace } } })),
  change: (body: { plan?: Workspace['plan']; api_enabled?: boolean }) =>
    answered(api.PATCH('/workspaces/{workspace}', { params: here(), body })),
  reset: (body: ResetRequest) => api.POST('/workspaces/{workspace}/reset', { params: here(), body }),
  createKey: () => answered(api.POST('/workspaces/{workspace}/keys', { params: here() })),
  snapshot: () => answered(api.GET('/workspaces/{workspace}/snapshot', { params: here() })),
  restore: (body: Snapshot) => api.PUT('/workspaces/{workspace}/snapshot', { params: here(), body }),
};
