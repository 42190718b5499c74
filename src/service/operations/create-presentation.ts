/** POST /presentations (4.3): a deck with the template's outline, at once. */
import type { CreatePresentationRequest } from '../../generated/presentation-api.js';
import { drawName, mix } from '../../scenario/draw.js';
import { makeSections } from '../deck.js';
import { present } from '../presentations.js';
import { refuse } from '../refusal.js';
import type { Operation } from './operation.js';
import { unknownTemplate } from './start-generation.js';

export const createPresentation: Operation = async (input, world) => {
  const { caller, body, timeline, requestId, now } = input;
  const { template_id: templateId, title } = body as CreatePresentationRequest;
  const workspaceId = caller.workspace.id;
  const template = world.directory.template(workspaceId, templateId);
  if (!template)
    return refuse('invalid_body', 'The body has 1 fault.', requestId, {
      errors: [unknownTemplate(world, workspaceId)],
    });

  const seed = timeline.seed ?? world.seedOf(workspaceId);
  const ordinal = await world.store.count(workspaceId, 'presentations');
  const record = {
    id: `pres_${drawName(seed, workspaceId, 'presentation', ordinal)}`,
    workspaceId,
    title: title ?? template.name,
    createdAt: now,
    updatedAt: now,
    templateId: template.id,
    sections: makeSections(
      template.outline,
      template.slideCount,
      title ?? template.name,
      mix(seed, template.id),
    ),
  };
  await world.store.putPresentation(record);
  return {
    status: 201,
    headers: { Location: `${world.basePath}/presentations/${record.id}` },
    body: present(record, world),
  };
};
