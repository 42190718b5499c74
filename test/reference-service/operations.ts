/** The seven operations (section 4): each carries out one accepted call, and returns the response. */
import { currentStage, isTerminal, poll, reply } from './job.js';
import type { JsonObject, Workspace } from './store.js';
import { prefix, type Operation } from './routes.js';
import type { ServiceResponse, Call, Hooks } from './hooks.js';

type Perform = (call: Call, caller: Workspace, hooks: Required<Hooks>) => ServiceResponse;

export const perform: Record<Operation, Perform> = {
  listTemplates: (_call, caller) => ({ status: 200, body: { templates: caller.templates } }),

  getPresentation(call, caller, hooks) {
    const { presentation } = call;
    if (!presentation || !reachable(call, presentation.owner, caller, hooks)) return notThere(call);
    presentation.fetches += 1;
    return { status: 200, body: presentation.resource };
  },

  createPresentation(call, caller) {
    const input = objectOf(call.input);
    const template = caller.templates.find(({ id }) => id === input[call.store.choices.templateField]);
    if (!template) return refuse(call.store.choices.refusals.invalid, 'Name one of the templates.');
    const title = typeof input['title'] === 'string' ? input['title'] : template.name;
    call.presentation = call.store.addPresentation(caller, 'template', title, [
      'Résumé – in brief',
      'Agenda',
    ]);
    return { status: 201, body: call.presentation.resource };
  },

  startGeneration(call, caller, hooks) {
    const { startNeeds, refusals } = call.store.choices;
    const { prompt, template_id: template } = objectOf(call.input);
    if (startNeeds.prompt && !isText(prompt)) return refuse(refusals.invalid, 'A prompt is needed.');
    if (startNeeds.template && !isText(template)) return refuse(refusals.invalid, 'A template is needed.');
    if (template !== undefined && !caller.templates.some(({ id }) => id === template)) {
      return refuse(refusals.invalid, 'There is no such template.');
    }
    const job = call.store.addJob(caller, isText(prompt) ? prompt : 'Untitled', hooks.states);
    call.job = job;
    const poll_url = `${prefix}/presentations/generate/${encodeURIComponent(job.id)}/status`;
    return { status: 202, body: { generation_id: job.id, status: 'generating', poll_url } };
  },

  getGenerationStatus(call, caller, hooks) {
    const { job } = call;
    if (!job || !reachable(call, job.owner, caller, hooks)) return notThere(call);
    return { status: 200, body: poll(job, call.store) };
  },

  sendGenerationMessage(call, caller, hooks) {
    const { job, store } = call;
    if (!job || !reachable(call, job.owner, caller, hooks)) return notThere(call);
    const { replyField, refusals, unsolicitedMessages } = store.choices;
    const state = currentStage(job, store);
    if (isTerminal(state)) job.lateMessages += 1;
    if (!isText(objectOf(call.input)[replyField]))
      return refuse(refusals.invalid, `A ${replyField} is needed.`);
    const uncalled = isTerminal(state) ? 'finished' : 'generating';
    if (state.status !== 'awaiting_input' && unsolicitedMessages[uncalled] === 'refused') {
      return refuse(refusals.finished, 'The job has no open question.');
    }
    reply(job, store);
    return { status: 202, body: { accepted: true } };
  },

  updatePresentation(call, caller, hooks) {
    const { presentation, store } = call;
    if (!presentation || !reachable(call, presentation.owner, caller, hooks)) return notThere(call);
    const input = objectOf(call.input);
    if ('title' in input && typeof input['title'] !== 'string') {
      return refuse(store.choices.refusals.invalid, 'A title is a string.');
    }
    const changes = Object.fromEntries(
      store.choices.patchable.flatMap((name) => (name in input ? [[name, input[name]]] : [])),
    );
    if (Object.keys(changes).length === 0)
      return refuse(store.choices.refusals.invalid, 'There is nothing to update.');
    const updated_at = new Date(store.now()).toISOString();
    const moved = store.choices.renameMovesUpdatedAt ? { updated_at } : {};
    if ('title' in changes) {
      presentation.formerTitles.push(presentation.resource['title']);
      presentation.lastRename = { request: store.requests, fetches: presentation.fetches };
    }
    presentation.resource = { ...presentation.resource, ...changes, ...moved };
    return { status: 200, body: presentation.resource };
  },
};

/** A refusal; the shape of its body is not shown (section 7). */
export function refuse(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  return { status, headers, body: { error } };
}

function reachable(call: Call, owner: Workspace, caller: Workspace, hooks: Required<Hooks>): boolean {
  return hooks.authorize(owner === caller, call);
}

function notThere({ store, job, presentation }: Call): ServiceResponse {
  return refuse(
    store.choices.refusals[job || presentation ? 'foreign' : 'unknown'],
    'There is nothing here.',
  );
}

/** The fields of a request's body; none when it is not an object. */
export function objectOf(input: unknown): JsonObject {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as JsonObject) : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
