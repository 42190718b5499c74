/** GET /templates (4.1). */
import type { TemplateList } from '../../generated/presentation-api.js';
import type { Operation } from './operation.js';

export const listTemplates: Operation = ({ caller }, { directory }) => {
  const templates = directory.templates(caller.workspace.id);
  const body: TemplateList = {
    templates: templates.map(({ id, name, description, outline, slideCount }) => ({
      id,
      name,
      description,
      outline: [...outline],
      slide_count: slideCount,
    })),
  };
  return Promise.resolve({ status: 200, headers: {}, body });
};
