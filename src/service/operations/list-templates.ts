/** GET /templates (4.1). */
import type { TemplateList } from '../../generated/presentation-api.js';
import { respond } from '../response.js';
import type { Operation } from '../context.js';

export const listTemplates: Operation = ({ workspace }, { directory }) => {
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
  return respond(200, body);
};
