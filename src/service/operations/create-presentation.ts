/** POST /presentations (4.3): creates a presentation with the outline of the template. */
import { getField } from '../../base/json.js';
import type { CreatePresentationRequest } from '../../generated/presentation-api.js';
import { randomId, hash32 } from '../../scenario/seeded-random.js';
import { saltId, unknownTemplateIssue } from './start-generation.js';
import type { TemplateRecord } from '../store/registry-records.js';
import type { PresentationRecord } from '../store/store.js';
import { generateSections } from '../generate-deck.js';
import { toPresentation } from '../presentations.js';
import { problemResponse } from '../problem-responses.js';
import { createResponse } from '../response.js';
import type { OperationHandler, RequestContext, ServiceContext } from '../context.js';

export const createPresentation: OperationHandler = (context, shared) => {
  const { requestId, workspace, timeline } = context;
  const templateId = getField(context.body, 'template_id') as CreatePresentationRequest['template_id'];
  const { store, directory, basePath } = shared;
  const template =
    directory.template(workspace.id, templateId) ??
    (context.skipsValidation ? directory.templates(workspace.id)[0] : undefined);
  if (!template)
    return problemResponse('invalid_body', 'The body has 1 error.', requestId, {
      errors: [unknownTemplateIssue(shared, workspace.id)],
    });

  const seed = timeline.seed ?? shared.getSeed(workspace.id);
  const record = createRecord(
    context,
    shared,
    template,
    seed,
    store.incrementCounter(workspace.id, 'presentations'),
  );
  store.putPresentation(record);
  return createResponse(201, toPresentation(record, shared), {
    Location: `${basePath}/presentations/${record.id}`,
  });
};

/** @param ordinal the number of presentations that this workspace has created from templates, including this one */
function createRecord(
  context: RequestContext,
  shared: ServiceContext,
  template: TemplateRecord,
  seed: number,
  ordinal: number,
): PresentationRecord {
  const { workspace, body, now } = context;
  const title = getField(body, 'title');
  const presentationTitle = typeof title === 'string' ? title : template.name;
  return {
    id: `pres_${saltId(randomId(seed, workspace.id, 'presentation', ordinal), shared)}`,
    workspaceId: workspace.id,
    title: presentationTitle,
    createdAt: now,
    updatedAt: now,
    templateId: template.id,
    sections: generateSections(
      template.outline,
      template.slideCount,
      presentationTitle,
      hash32(seed, template.id),
    ),
  };
}
