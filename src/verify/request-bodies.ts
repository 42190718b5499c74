/** Guesses for what the interface leaves open: request bodies, and the place of an id in a response. Sections 4.3, 4.6. */
import { getHeader } from '../journal/exchange.js';
import type { Call } from '../judge/model/call.js';
import { getField, isObject } from '../base/json.js';
import { getPath } from '../base/url-path.js';
import { decodePathSegment } from '../judge/model/operation.js';
import { getJson } from '../judge/model/body.js';
import type { ResolvedVerifyOptions } from './options.js';

/** Names of the field with the text of a reply, likeliest first. */
const MESSAGE_FIELDS = ['message', 'content', 'text', 'reply', 'answer', 'response', 'input', 'prompt'];

/** In the order to try them: each is sent only if the service refuses those before it. */
export function messageBodies({ replyBody }: ResolvedVerifyOptions, message: string): readonly unknown[] {
  if (replyBody !== undefined) return [fillPlaceholders(replyBody, { message })];
  return MESSAGE_FIELDS.map((name) => ({ [name]: message }));
}

/** The bodies that may create a presentation from a template, likeliest first. */
const CREATE_SHAPES: readonly ((template: string, title: string) => object)[] = [
  (template_id, title) => ({ template_id, title }),
  (template_id) => ({ template_id }),
  (templateId, title) => ({ templateId, title }),
  (template, title) => ({ template, title }),
  (template_id, name) => ({ template_id, name }),
  (templateId) => ({ templateId }),
  (template) => ({ template }),
];

interface CreateAttempt {
  /** Identifies the shape of the body. */
  readonly shape: number;
  readonly body: unknown;
}

/**
 * In the order to try them.
 * @param templates candidates for the template_id, likeliest first
 * @param known the shape that the service has accepted before
 */
export function createAttempts(
  { createBody }: ResolvedVerifyOptions,
  templates: readonly string[],
  title: string,
  known?: number,
): readonly CreateAttempt[] {
  const [template = '', ...others] = templates;
  if (createBody !== undefined)
    return [{ shape: 0, body: fillPlaceholders(createBody, { title, template_id: template }) }];
  if (templates.length === 0) return [{ shape: 0, body: { title } }];
  const attempt = (shape: number, id: string): CreateAttempt => ({
    shape,
    body: CREATE_SHAPES[shape]?.(id, title),
  });
  if (known !== undefined) return templates.map((id) => attempt(known, id));
  const withFirst = CREATE_SHAPES.map((_, shape) => attempt(shape, template));
  const withOthers = others.slice(0, 5).map((id) => attempt(0, id));
  return [
    ...withFirst.slice(0, 2),
    ...withOthers.slice(0, 1),
    ...withFirst.slice(2, 4),
    ...withOthers.slice(1, 2),
    ...withFirst.slice(4),
    ...withOthers.slice(2),
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

/** Statuses that may refuse the body, so another body may succeed. Some services return 500 for a body they cannot read. */
const BODY_REFUSALS = new Set([400, 404, 406, 413, 414, 415, 422, 500]);

export function isBodyRefusal({ status }: Call): boolean {
  return BODY_REFUSALS.has(status);
}

/** Whether the key may have been refused, in this header. */
export const isKeyRefusal = ({ status }: Call): boolean => status === 401 || status === 403;

/** Whether a fault may have hidden the response of the service. */
export const isLost = ({ status }: Call): boolean => status === 0 || status === 429 || status > 500;

/** Names of the identifier of a created presentation, likeliest first. */
const ID_NAMES = ['id', 'presentation_id', 'presentationId', '_id', 'uuid', 'deck_id', 'identifier'];
const MAX_DEPTH = 3;

/** The likely ids of a created presentation, likeliest first. */
export function createdIds(call: Call): readonly string[] {
  const body = getJson(call.responseBody);
  const found = new Set(idsIn(body, 0));
  const location = getHeader(call.exchange.response?.headers ?? [], 'location');
  const last = location === undefined ? undefined : getPath(location).split('/').at(-1);
  if (last !== undefined && last !== '') found.add(decodePathSegment(last));
  return [...found];
}

function idsIn(value: unknown, depth: number): readonly string[] {
  if (depth === 0 && isId(value)) return [String(value)];
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  const own = ID_NAMES.map((name) => getField(value, name)).filter(isId);
  return [...own.map(String), ...Object.values(value).flatMap((inner) => idsIn(inner, depth + 1))];
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length < 256);
