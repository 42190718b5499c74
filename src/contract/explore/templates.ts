/** Finds a template id in a list of templates of any shape. Sections 2.3 and 4.1. */
import { fieldOf, isObject } from '../../base/json.js';

const idNames = ['id', 'template_id', 'templateId', 'uuid', 'slug', 'key', 'name'];
const maxDepth = 4;

/** The first id in the list; `undefined` when there is none, such as in an empty workspace. */
export function firstTemplateId(value: unknown, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) {
      const id = typeof item === 'string' && item !== '' ? item : idOf(item);
      if (id !== undefined) return id;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const inner = Object.values(value).slice(0, 50);
  const listed = inner.filter((item) => Array.isArray(item));
  for (const item of [...listed, ...inner.filter((item) => isObject(item))]) {
    const id = firstTemplateId(item, depth + 1) ?? (depth > 0 ? idOf(item) : undefined);
    if (id !== undefined) return id;
  }
  // A map from ids to templates.
  return depth === 0 && inner.length > 0 && inner.every(isObject) ? Object.keys(value)[0] : undefined;
}

function idOf(value: unknown): string | undefined {
  for (const name of idNames) {
    const id = fieldOf(value, name);
    if (typeof id === 'string' && id !== '') return id;
    if (typeof id === 'number') return String(id);
  }
  return undefined;
}
