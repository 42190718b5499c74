/** What the panel can have done, in the words of its buttons: each a request to the control API about the chosen workspace. */
import type {
  ArmFaultRequest,
  OperationId,
  ResetRequest,
  Snapshot,
  Workspace,
} from '../../generated/control-api.js';
import { setClock } from '../state/clock.js';
import { setWorkspace } from '../state/connection.js';
import { workspaceId } from '../state/route.js';
import { setFaults } from '../state/workspace.js';
import { answered, api } from './client.js';

const here = () => ({ path: { workspace: workspaceId.value } });
const about = (job: string) => ({ path: { workspace: workspaceId.value, job } });

export const clockVerbs = {
  pause: async () => {
    setClock(await answered(api.POST('/workspaces/{workspace}/clock/pause', { params: here() })));
  },
  resume: async () => {
    setClock(await answered(api.POST('/workspaces/{workspace}/clock/resume', { params: here() })));
  },
  setSpeed: async (speed: number) => {
    const params = here();
    setClock(await answered(api.PUT('/workspaces/{workspace}/clock/speed', { params, body: { speed } })));
  },
  advance: async (by: string) => {
    const params = here();
    setClock(await answered(api.POST('/workspaces/{workspace}/clock/advance', { params, body: { by } })));
  },
  next: async () => {
    const step = await answered(api.POST('/workspaces/{workspace}/clock/next', { params: here() }));
    setClock(step.clock);
    return step;
  },
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

async function useScenario(body: { name: string } | { yaml: string }): Promise<void> {
  setWorkspace(await answered(api.PUT('/workspaces/{workspace}/scenario', { params: here(), body })));
}

export const scenarioVerbs = {
  source: (scenario: string) =>
    answered(api.GET('/scenarios/{scenario}/source', { params: { path: { scenario } } })),
  check: (text: string) => answered(api.POST('/scenario-check', { body: { text } })),
  /** @param digest that of the text that was edited */
  save: (scenario: string, text: string, digest: string) =>
    answered(
      api.PUT('/scenarios/{scenario}/source', { params: { path: { scenario } }, body: { text, digest } }),
    ),
  use: (name: string) => useScenario({ name }),
  /** Plays a text that is in no file. */
  useText: (yaml: string) => useScenario({ yaml }),
  clear: async () => {
    setWorkspace(await answered(api.DELETE('/workspaces/{workspace}/scenario', { params: here() })));
  },
};

export const faultVerbs = {
  arm: (body: ArmFaultRequest) => api.POST('/workspaces/{workspace}/faults', { params: here(), body }),
  disarm: async (fault: string) => {
    const path = { workspace: workspaceId.value, fault };
    setFaults(
      (await answered(api.DELETE('/workspaces/{workspace}/faults/{fault}', { params: { path } }))).faults,
    );
  },
  disarmAll: async () => {
    setFaults((await answered(api.DELETE('/workspaces/{workspace}/faults', { params: here() }))).faults);
  },
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
  change: async (body: { plan?: Workspace['plan']; api_enabled?: boolean }) => {
    setWorkspace(await answered(api.PATCH('/workspaces/{workspace}', { params: here(), body })));
  },
  reset: (body: ResetRequest) => api.POST('/workspaces/{workspace}/reset', { params: here(), body }),
  createKey: () => answered(api.POST('/workspaces/{workspace}/keys', { params: here() })),
  snapshot: () => answered(api.GET('/workspaces/{workspace}/snapshot', { params: here() })),
  restore: (body: Snapshot) => api.PUT('/workspaces/{workspace}/snapshot', { params: here(), body }),
};
