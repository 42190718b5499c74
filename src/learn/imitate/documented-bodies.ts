/** Adds the observed undocumented fields to documented bodies (2.1, 2.2). */
import { isObject } from '../../base/json.js';
import { viewSchemaOf } from '../observe/contract-violation.js';
import type { DocumentedBody } from '../places.js';
import type { Expectations } from './expectations.js';
import { resourceAliases, sectionAliases } from './aliases.js';
import { fill } from './fill.js';
import { isSchema, mostFrequent } from './most-frequent.js';

export function shapeView(view: unknown, expectations: Expectations): unknown {
  const schema = viewSchemaOf(view);
  if (!schema || !isObject(view)) return view;
  const { progress, presentation } = view;
  const shaped = {
    ...view,
    ...(progress !== undefined && { progress: withMore(progress, 'Progress', expectations) }),
    ...(presentation !== undefined && {
      presentation: shapePresentation(presentation, 'embedded', expectations),
    }),
  };
  return withMore(shaped, schema, expectations);
}

export function shapePresentation(
  own: unknown,
  where: 'Presentation' | 'embedded',
  expectations: Expectations,
): unknown {
  if (!isObject(own)) return own;
  const { sections, url, created_at, updated_at } = own;
  return withMore(
    {
      ...own,
      sections: shapeSections(sections, expectations),
      url: mostFrequent(expectations.get('url')) === 'relative' ? pathOnly(url) : url,
      created_at: shapeTimestamp(created_at, expectations),
      updated_at: shapeTimestamp(updated_at, expectations),
    },
    where,
    expectations,
  );
}

/** Adds the undocumented fields that every observed body has. */
export function withMore(
  own: unknown,
  where: DocumentedBody | 'embedded',
  expectations: Expectations,
): unknown {
  const schema = expectations.get(`more/${where}`)?.schema;
  if (!schema?.properties || !isObject(own)) return own;
  const more = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
  return {
    ...own,
    ...Object.fromEntries(more.map(([name, property]) => [name, fill(property, undefined, resourceAliases)])),
  };
}

function shapeSections(own: unknown, expectations: Expectations): unknown {
  const expected = expectations.get('body/section');
  if (!expected || !Array.isArray(own)) return own;
  if (expected.answers.every(([answer]) => answer !== 'entry')) return [];
  const { schema } = expected;
  return isSchema(schema) ? own.map((section) => fill(schema, section, sectionAliases)) : (own as unknown[]);
}

const pathOnly = (url: unknown) =>
  typeof url === 'string' ? url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') : url;

function shapeTimestamp(own: unknown, expectations: Expectations): unknown {
  const form = /^(\d+) digits of a second, (Z|[+-]\d{2}:\d{2})$/.exec(
    mostFrequent(expectations.get('timestamp')) ?? '',
  );
  if (!form || typeof own !== 'string') return own;
  const [, digits, zone = 'Z'] = form;
  // With another offset, the text would mean another time.
  if (!/^(?:Z|\+00:00)$/.test(zone)) return own;
  return own.replace(/\.(\d+)Z$/, (_, part: string) => `.${part.padEnd(Number(digits), '0')}${zone}`);
}
