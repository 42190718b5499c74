/** POST /presentations (4.3): creates a deck with the template's outline immediately. */
import { fieldOf } from '../../base/json.js';
import type { CreatePresentationRequest } from '../../generated/presentation-api.js';
import { drawName, mix } from '../../scenario/draw.js';
import { salted, unknownTemplate } from './start-generation.js';
import type { TemplateRow } from '../store/directory-rows.js';
import type { PresentationRecord } from '../store/store.js';
import { makeSections } from '../deck.js';
import { present } from '../presentations.js';
import { refuse } from '../refusal.js';
import { respond } from '../response.js';
import type { Operation, RequestContext, ServiceContext } from '../context.js';

export const createPresentation: Operation = (context, shared) => {
  const { requestId, workspace, timeline } = context;
  const templateId = fieldOf(context.body, 'template_id') as CreatePresentationRequest['template_id'];
  const { store, directory, basePath } = shared;
  const template =
    directory.template(workspace.id, templateId) ??
    (context.isLenient ? directory.templates(workspace.id)[0] : undefined);
  if (!template)
    return refuse('invalid_body', 'The body has 1 fault.', requestId, {
      errors: [unknownTemplate(shared, workspace.id)],
    });

  const seed = timeline.seed ?? shared.seedOf(workspace.id);
  const record = recordOf(context, shared, template, seed, store.count(workspace.id, 'presentations'));
  store.putPresentation(record);
  return respond(201, present(record, shared), { Location: `${basePath}/presentations/${record.id}` });
};

/** @param ordinal the number of decks that this workspace has made from templates, including this one */
function recordOf(
  context: RequestContext,
  shared: ServiceContext,
  template: TemplateRow,
  seed: number,
  ordinal: number,
): PresentationRecord {
  const { workspace, body, now } = context;
  const title = fieldOf(body, 'title');
  const chosen = typeof title === 'string' ? title : template.name;
  return {
    id: `pres_${salted(drawName(seed, workspace.id, 'presentation', ordinal), shared)}`,
    workspaceId: workspace.id,
    title: chosen,
    createdAt: now,
    updatedAt: now,
    templateId: template.id,
    sections: makeSections(template.outline, template.slideCount, chosen, mix(seed, template.id)),
  };
}
