/** POST /presentations/generate (4.4): starts a job and answers at once. */
import type {
  BodyFault,
  GenerationAccepted,
  StartGenerationRequest,
} from '../../generated/presentation-api.js';
import { drawName, mix } from '../../scenario/draw.js';
import { refuse } from '../refusal.js';
import type { JobEvent } from '../../store/store.js';
import type { Operation, World } from './operation.js';

/** Every job begins with the same empty list; most jobs keep it. */
const NO_EVENTS: readonly JobEvent[] = [];

export const startGeneration: Operation = async ({ caller, body, timeline, requestId, now }, world) => {
  const { prompt, template_id: templateId } = body as StartGenerationRequest;
  const workspaceId = caller.workspace.id;
  const template =
    templateId === undefined
      ? world.directory.templates(workspaceId)[0]
      : world.directory.template(workspaceId, templateId);
  if (!template)
    return refuse('invalid_body', 'The body has 1 fault.', requestId, {
      errors: [unknownTemplate(world, workspaceId)],
    });

  const seed = timeline.seed ?? world.seedOf(workspaceId);
  const ordinal = await world.store.count(workspaceId, 'jobs');
  const id = `gen_${drawName(seed, workspaceId, 'job', ordinal)}`;
  world.library.keep(timeline);
  await world.store.addJob({
    id,
    workspaceId,
    startedAt: now,
    prompt,
    template,
    timelineId: timeline.id,
    seed: mix(seed, id) & 0x3fffffff,
    events: NO_EVENTS,
  });
  const path = `${world.basePath}/presentations/generate/${id}/status`;
  const accepted: GenerationAccepted = { generation_id: id, status: 'generating', poll_url: path };
  return { status: 202, headers: { Location: path }, body: accepted, job: { id, status: 'generating' } };
};

/** The fault of a body that names a template which the workspace does not have. */
export function unknownTemplate(world: World, workspaceId: string): BodyFault {
  const ids = world.directory.templates(workspaceId).map((template) => template.id);
  const known = ids.length > 0 ? `; its templates are ${ids.slice(0, 20).join(', ')}` : ', which has none';
  return { pointer: '/template_id', detail: `names no template of the workspace ${workspaceId}${known}` };
}
