/** Guesses for what the interface leaves open: request bodies, and the place of an id in a response. Sections 4.3, 4.6. */
import { fieldOf, isObject } from '../../base/json.js';
import { jsonOf } from '../trace/payload.js';
import type { Call } from '../trace/call.js';
import type { Settings } from './options.js';
import { headerOf } from '../../journal/exchange.js';
import { pathOf } from '../../base/url-path.js';
import { decodePathPart } from '../trace/operation.js';

/** In the order to try them: each is sent only if the service refuses those before it. */
export function messageBodies({ replyBody }: Settings, message: string): readonly unknown[] {
  if (replyBody !== undefined) return [fillPlaceholders(replyBody, { message })];
  return [{ message }, { content: message }, { text: message }, { reply: message }];
}

export function createBodies(
  { createBody }: Settings,
  template: string | undefined,
  title: string,
): readonly unknown[] {
  if (createBody !== undefined) return [fillPlaceholders(createBody, { title, template_id: template ?? '' })];
  if (template === undefined) return [{ title }];
  return [
    { template_id: template, title },
    { template_id: template },
    { templateId: template, title },
    { template, title },
  ];
}

/** Replaces `{{name}}` in all strings of a JSON value. */
export function fillPlaceholders(value: unknown, words: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
    );
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, words));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, words)]),
  );
}

/** Whether the service refused the body, so another body may succeed. */
export function isBodyRefusal({ status }: Call): boolean {
  return status === 400 || status === 404 || status === 415 || status === 422;
}

/** The id of a created presentation, from its likely places in the response. */
export function createdId(call: Call): string | undefined {
  const body = jsonOf(call.received);
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
  return last === undefined || last === '' ? undefined : decodePathPart(last);
}
