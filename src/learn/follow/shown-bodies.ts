/** Bodies that the interface shows: they keep what it shows, and get what was seen beside it. Sections 2.1, 2.2. */
import { isObject } from '../../contract/index.js';
import { viewSchemaOf } from '../fold/broken-promise.js';
import type { ShownBody } from '../places.js';
import type { Expectations } from './expected.js';
import { resourceAliases, sectionAliases } from './aliases.js';
import { fill } from './fill.js';
import { isSchema, mostOf } from './most.js';

export function shapeView(view: unknown, seen: Expectations): unknown {
  const schema = viewSchemaOf(view);
  if (!schema || !isObject(view)) return view;
  const { progress, presentation } = view;
  const shaped = {
    ...view,
    ...(progress !== undefined && { progress: withMore(progress, 'Progress', seen) }),
    ...(presentation !== undefined && { presentation: shapePresentation(presentation, 'embedded', seen) }),
  };
  return withMore(shaped, schema, seen);
}

export function shapePresentation(
  own: unknown,
  where: 'Presentation' | 'embedded',
  seen: Expectations,
): unknown {
  if (!isObject(own)) return own;
  const { sections, url, created_at, updated_at } = own;
  return withMore(
    {
      ...own,
      sections: shapeSections(sections, seen),
      url: mostOf(seen.get('url')) === 'relative' ? pathOnly(url) : url,
      created_at: shapeTimestamp(created_at, seen),
      updated_at: shapeTimestamp(updated_at, seen),
    },
    where,
    seen,
  );
}

/** The value with the further fields that were always seen. */
export function withMore(own: unknown, where: ShownBody | 'embedded', seen: Expectations): unknown {
  const schema = seen.get(`more/${where}`)?.schema;
  if (!schema?.properties || !isObject(own)) return own;
  const more = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
  return {
    ...own,
    ...Object.fromEntries(more.map(([name, property]) => [name, fill(property, undefined, resourceAliases)])),
  };
}

function shapeSections(own: unknown, seen: Expectations): unknown {
  const expected = seen.get('body/section');
  if (!expected || !Array.isArray(own)) return own;
  if (expected.answers.every(([answer]) => answer !== 'entry')) return [];
  const { schema } = expected;
  return isSchema(schema) ? own.map((section) => fill(schema, section, sectionAliases)) : (own as unknown[]);
}

const pathOnly = (url: unknown) =>
  typeof url === 'string' ? url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') : url;

function shapeTimestamp(own: unknown, seen: Expectations): unknown {
  const form = /^(\d+) digits of a second, (Z|[+-]\d{2}:\d{2})$/.exec(mostOf(seen.get('timestamp')) ?? '');
  if (!form || typeof own !== 'string') return own;
  const [, digits, zone = 'Z'] = form;
  // Another offset would be another time.
  if (!/^(?:Z|\+00:00)$/.test(zone)) return own;
  return own.replace(/\.(\d+)Z$/, (_, part: string) => `.${part.padEnd(Number(digits), '0')}${zone}`);
}
