/** POST /presentations/generate (4.4): starts a job and responds immediately. */
import type {
  BodyIssue,
  GenerationAccepted,
  StartGenerationRequest,
} from '../../generated/presentation-api.js';
import { getField } from '../../base/json.js';
import { basePath as documented } from '../../generated/routes.js';
import { randomId, hash32 } from '../../scenario/seeded-random.js';
import type { Timeline } from '../../scenario/timeline.js';
import type { TemplateRecord } from '../store/registry-records.js';
import type { Job, JobEvent } from '../store/store.js';
import { problemResponse } from '../problem-responses.js';
import { type ApiResponse, createResponse } from '../response.js';
import type { OperationHandler, RequestContext, ServiceContext } from '../context.js';

/** All jobs start with the same empty list, because most jobs never have an event. */
const NO_EVENTS: readonly JobEvent[] = [];

export const startGeneration: OperationHandler = (context, shared) => {
  const { requestId, workspace } = context;
  const templateId = getField(context.body, 'template_id') as StartGenerationRequest['template_id'];
  const [first] = shared.directory.templates(workspace.id);
  const template =
    templateId === undefined
      ? first
      : (shared.directory.template(workspace.id, templateId) ??
        (context.skipsValidation ? first : undefined));
  if (!template)
    return problemResponse('invalid_body', 'The body has 1 error.', requestId, {
      errors: [unknownTemplateIssue(shared, workspace.id)],
    });

  const timeline = selectJobTimeline(context, shared);
  const seed = timeline.seed ?? shared.getSeed(workspace.id);
  const job = createJob(
    { ...context, timeline },
    shared,
    template,
    seed,
    shared.store.incrementCounter(workspace.id, 'jobs'),
  );
  shared.library.retain(timeline);
  shared.store.addJob(job);
  return createAcceptedResponse(job.id, shared);
};

/** The timeline of the new job: a scenario can override it for each of the first jobs. */
function selectJobTimeline(
  { workspace, timeline, state }: RequestContext,
  { store }: ServiceContext,
): Timeline {
  if (timeline.jobs.length === 0) return timeline;
  const ordinal = store.incrementCounter(workspace.id, `started:${timeline.id}:${state.activationCount}`);
  return timeline.jobs[ordinal - 1] ?? timeline;
}

/** @param ordinal the number of jobs that this workspace has started, including this one */
function createJob(
  context: RequestContext,
  shared: ServiceContext,
  template: TemplateRecord,
  seed: number,
  ordinal: number,
): Job {
  const { workspace, body, timeline, now } = context;
  const prompt = getField(body, 'prompt');
  const random = randomId(seed, workspace.id, 'job', ordinal);
  return {
    id: `gen_${saltId(random, shared)}`,
    workspaceId: workspace.id,
    startedAt: now,
    prompt: typeof prompt === 'string' ? prompt : '',
    template,
    timelineId: timeline.id,
    // A salt changes the id only, so the same seed still plays the same job.
    seed: hash32(seed, `gen_${random}`) & 0x3fffffff,
    events: NO_EVENTS,
  };
}

/** The random part of an id, which depends on the salt of the process. */
export function saltId(random: string, { idSalt }: ServiceContext): string {
  return idSalt === undefined ? random : randomId(hash32(0, idSalt), random);
}

function createAcceptedResponse(id: string, { basePath }: ServiceContext): ApiResponse {
  const path = `/presentations/generate/${id}/status`;
  // The spec defines this form (4.4), also for a service below a prefix.
  const body: GenerationAccepted = { generation_id: id, status: 'generating', poll_url: documented + path };
  const response = createResponse(202, body, { Location: basePath + path });
  response.job = { id, status: 'generating' };
  return response;
}

/** The issue of a body with a template that the workspace does not have. */
export function unknownTemplateIssue(shared: ServiceContext, workspaceId: string): BodyIssue {
  const ids = shared.directory.templates(workspaceId).map((template) => template.id);
  const available =
    ids.length > 0 ? `; its templates are ${ids.slice(0, 20).join(', ')}` : ', which has none';
  return { pointer: '/template_id', detail: `names no template of the workspace ${workspaceId}${available}` };
}
