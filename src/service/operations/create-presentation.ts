/** POST /presentations (4.3): creates a deck with the template's outline immediately. */
import { andThen } from '../../base/awaitable.js';
import { fieldOf } from '../../base/json.js';
import type { CreatePresentationRequest } from '../../generated/presentation-api.js';
import { mix } from '../../scenario/draw.js';
import type { TemplateRow } from '../../store/directory-rows.js';
import type { PresentationRecord } from '../../store/store.js';
import { makeSections } from '../deck.js';
import { present } from '../presentations.js';
import { refuse } from '../refusal.js';
import { respond } from '../response.js';
import { newName } from './new-name.js';
import type { Call, Operation, World } from './operation.js';
import { unknownTemplate } from './start-generation.js';

export const createPresentation: Operation = (call, world) => {
  const { request, workspace, timeline } = call;
  const templateId = fieldOf(call.body, 'template_id') as CreatePresentationRequest['template_id'];
  const { store, directory, basePath } = world;
  const template =
    directory.template(workspace.id, templateId) ??
    (call.isLenient ? directory.templates(workspace.id)[0] : undefined);
  if (!template)
    return refuse('invalid_body', 'The body has 1 fault.', request.requestId, {
      errors: [unknownTemplate(world, workspace.id)],
    });

  const seed = timeline.seed ?? world.seedOf(workspace.id);
  const record = andThen(store.count(workspace.id, 'presentations'), (ordinal) =>
    recordOf(call, world, template, seed, ordinal),
  );
  return andThen(record, (made) =>
    andThen(store.putPresentation(made), () =>
      respond(201, present(made, world), { Location: `${basePath}/presentations/${made.id}` }),
    ),
  );
};

/** @param ordinal the number of decks that this workspace has made from templates, including this one */
function recordOf(
  call: Call,
  world: World,
  template: TemplateRow,
  seed: number,
  ordinal: number,
): PresentationRecord {
  const { workspace, body, now } = call;
  const title = fieldOf(body, 'title');
  const chosen = typeof title === 'string' ? title : template.name;
  return {
    id: `pres_${newName(call, world, seed, 'presentation', ordinal)}`,
    workspaceId: workspace.id,
    title: chosen,
    createdAt: now,
    updatedAt: now,
    templateId: template.id,
    sections: makeSections(template.outline, template.slideCount, chosen, mix(seed, template.id)),
  };
}
