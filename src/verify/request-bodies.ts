/**
 * The body of each request: the documented one, or the one that the options give, with its placeholders filled. Sections 4.3, 4.4
 * and 4.6.
 */
import { isObject } from '../base/json.js';
import type { ResolvedVerifyOptions } from './options.js';

/** @param templateId absent for a start without a template */
export function startBody(
  { startBody: given }: ResolvedVerifyOptions,
  prompt: string,
  templateId: string | undefined,
): unknown {
  if (given !== undefined) return fillPlaceholders(given, { prompt, template_id: templateId ?? '' });
  return { prompt, ...(templateId !== undefined && { template_id: templateId }) };
}

export function createBody(
  { createBody: given }: ResolvedVerifyOptions,
  title: string,
  templateId: string | undefined,
): unknown {
  if (given !== undefined) return fillPlaceholders(given, { title, template_id: templateId ?? '' });
  return { ...(templateId !== undefined && { template_id: templateId }), title };
}

export function replyBody({ replyBody: given }: ResolvedVerifyOptions, message: string): unknown {
  return given === undefined ? { message } : fillPlaceholders(given, { message });
}

/** Replaces `{{name}}` in all strings of a JSON value. */
export function fillPlaceholders(value: unknown, texts: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      Object.hasOwn(texts, name) ? (texts[name] ?? whole) : whole,
    );
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, texts));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, texts)]),
  );
}
