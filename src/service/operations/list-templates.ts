/** GET /templates (4.1). */
import type { TemplateList } from '../../generated/presentation-api.js';
import { createResponse } from '../response.js';
import type { OperationHandler } from '../context.js';

export const listTemplates: OperationHandler = ({ workspace }, { directory }) => {
  const templates = directory.templates(workspace.id);
  const body: TemplateList = {
    templates: templates.map(({ id, name, description, outline, slideCount }) => ({
      id,
      name,
      description,
      outline: [...outline],
      slide_count: slideCount,
    })),
  };
  return createResponse(200, body);
};
