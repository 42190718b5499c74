/** Reads a section of any shape. The interface leaves the shape open (2.1), and a replay shows the recorded sections. */
import { fieldOf } from '../../base/json.js';
import type { Section } from '../../generated/presentation-api.js';

const TITLES = ['title', 'heading', 'name'];

/** The parts of a section that a slide shows. */
export type ReadableSection = Pick<Section, 'title' | 'bullets'>;

export function readableSection(section: unknown): ReadableSection {
  const bullets = fieldOf(section, 'bullets');
  if (typeof fieldOf(section, 'title') === 'string' && Array.isArray(bullets) && bullets.every(isText))
    return { title: String(fieldOf(section, 'title')), bullets };
  const title = TITLES.map((name) => fieldOf(section, name)).find(isText);
  return {
    title: title ?? (isText(section) ? section : ''),
    bullets: textsIn(section).filter((text) => text !== title),
  };
}

/** The strings in an object, except ids and code words such as a layout. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (isText(item) ? [item] : textsIn(item)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isText(item) ? (/^(?:id|type|layout|kind|url)$/.test(name) ? [] : [item]) : textsIn(item),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
