/** Edits of the responses of the reference service, shared by mutants and variants. */
import type { Job, JsonObject } from '../reference-service/store.js';
import type { Operation } from '../reference-service/routes.js';
import type { ScriptedState } from '../reference-service/job-scripts.js';
import type { ServiceResponse, Call, ServiceHooks } from '../reference-service/hooks.js';

/** A condition on the call, apart from the operation. */
export type CallFilter = (call: Call) => boolean;

const always: CallFilter = () => true;

/** Every successful response of the operation. */
export function editResponse(
  operation: Operation,
  edit: (original: ServiceResponse, call: Call) => ServiceResponse,
  when: CallFilter = always,
): ServiceHooks {
  return {
    editResponse: (original, call) =>
      call.operation === operation && original.status < 300 && when(call) ? edit(original, call) : original,
  };
}

/** The body of every successful response of the operation; `undefined` removes the body. */
export function editBody(
  operation: Operation,
  edit: (body: JsonObject, call: Call) => unknown,
  when: CallFilter = always,
): ServiceHooks {
  return editResponse(
    operation,
    (original, call) => ({ ...original, body: edit(original.body as JsonObject, call) }),
    when,
  );
}

/** The status response with this `status`. */
export function editView(
  status: ScriptedState['status'] | 'any status',
  edit: (view: JsonObject, call: Call, job: Job) => unknown,
  when: (job: Job, call: Call) => boolean = () => true,
): ServiceHooks {
  return editBody('getGenerationStatus', (view, call) => {
    const { job } = call;
    const meant = status === 'any status' || view['status'] === status;
    return job && meant && when(job, call) ? edit(view, call, job) : view;
  });
}

/** The presentation in the status response of a completed job. */
export function editJobPresentation(
  edit: (presentation: JsonObject, call: Call, job: Job) => unknown,
  when?: (job: Job, call: Call) => boolean,
): ServiceHooks {
  const edited = (view: JsonObject, call: Call, job: Job) =>
    ({ ...view, presentation: edit(view['presentation'] as JsonObject, call, job) }) satisfies JsonObject;
  return editView('completed', edited, when);
}

/** The presentation that GET returns. */
export function editGetPresentation(
  edit: (presentation: JsonObject, call: Call) => unknown,
  when?: CallFilter,
): ServiceHooks {
  return editBody('getPresentation', edit, when);
}

/** The presentation after a successful PATCH; its response stays as it was. */
export function afterRename(
  edit: (presentation: JsonObject, call: Call) => JsonObject,
  when?: CallFilter,
): ServiceHooks {
  return editResponse(
    'updatePresentation',
    (original, call) => {
      if (call.presentation) call.presentation.resource = edit(call.presentation.resource, call);
      return original;
    },
    when,
  );
}

export function without(name: string, object: JsonObject): JsonObject {
  const { [name]: _gone, ...rest } = object;
  return rest;
}

/** The number of polls that have shown the job in this status, the current one included. */
export function timesShown(job: Job, status: ScriptedState['status']): number {
  return job.shown.filter((view) => view['status'] === status).length;
}

/** Whether a poll before this one has shown the job in this status. */
export function shownBefore(job: Job, status: ScriptedState['status']): boolean {
  return job.shown.slice(0, -1).some((view) => view['status'] === status);
}

export function isFromOtherWorkspace(call: Call): boolean {
  const owner = call.job?.owner ?? call.presentation?.owner;
  return owner !== undefined && call.workspace !== owner;
}
