/** The bodies that are tried where the interface shows none, and where an answer may hold an id. Sections 4.3 and 4.6. */
import { fieldOf, isObject } from '../trace/answer.js';
import type { Call } from '../trace/call.js';
import type { Settings } from './options.js';
import { headerOf } from '../../journal/exchange.js';
import { decoded, pathOf } from '../trace/operation.js';

/** The likeliest first; the later ones only when those before them were refused. */
export function messageBodies({ replyBody }: Settings, message: string): readonly unknown[] {
  if (replyBody !== undefined) return [filled(replyBody, { message })];
  return [{ message }, { content: message }, { text: message }, { reply: message }];
}

export function createBodies(
  { createBody }: Settings,
  template: string | undefined,
  title: string,
): readonly unknown[] {
  if (createBody !== undefined) return [filled(createBody, { title, template_id: template ?? '' })];
  if (template === undefined) return [{ title }];
  return [
    { template_id: template, title },
    { template_id: template },
    { templateId: template, title },
    { template, title },
  ];
}

/** The value with `{{name}}` replaced in all its texts. */
export function filled(value: unknown, words: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
    );
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, words));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, words)]));
}

/** Whether another body may have better luck: refused for what it says, not for who says it or when. */
export function isBodyRefusal({ status }: Call): boolean {
  return status === 400 || status === 404 || status === 415 || status === 422;
}

/** Where a created presentation's id may stand. A guess: what creating answers is not shown. */
export function createdId(call: Call): string | undefined {
  const body = call.answer.kind === 'json' ? call.answer.value : undefined;
  const candidates = [
    fieldOf(body, 'id'),
    fieldOf(body, 'presentation_id'),
    fieldOf(fieldOf(body, 'presentation'), 'id'),
    fieldOf(fieldOf(body, 'data'), 'id'),
  ];
  const id = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  if (typeof id === 'string') return id;
  const location = headerOf(call.exchange.response?.headers ?? [], 'location');
  const last = location === undefined ? undefined : pathOf(location).split('/').at(-1);
  return last === undefined || last === '' ? undefined : decoded(last);
}
