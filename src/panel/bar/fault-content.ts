/** The fields of the fault form, and the request that they make. The server checks the values. */
import type { ArmFaultRequest } from '../../generated/control-api.js';
import type { OperationId } from '../parts/operations.js';

export const EFFECTS = {
  answer: 'has another status',
  latency: 'is delayed',
  reset: 'is a dropped connection',
  stall: 'never comes',
  truncated: 'is cut in its body',
  malformed: 'has a malformed body',
  drip: 'has a slow body',
} as const;

export type EffectKind = keyof typeof EFFECTS;

/** The server's limit. */
const MAX_TIMES = 100_000;

/** @param fields as typed, by the names of the form. Empty texts are left out. */
export function faultOf(fields: Readonly<Record<string, string>>): ArmFaultRequest {
  const text = (name: string): string => fields[name]?.trim() ?? '';
  const kind = fields['kind'] as EffectKind;
  return {
    ...(text('operation') && { on: text('operation') as OperationId }),
    ...(text('job') && { job: text('job') }),
    ...occurrenceOf(text),
    ...(kind === 'answer' && {
      answer: {
        status: Number(text('status')),
        ...(text('retryAfter') && { retry_after: text('retryAfter') }),
        ...bodyOf(fields['body'] ?? ''),
      },
    }),
    ...(text('delay') && { latency: text('delay') }),
    ...((kind === 'reset' || kind === 'stall') && { connection: kind }),
    ...((kind === 'truncated' || kind === 'malformed') && { corrupt: kind }),
    ...(kind === 'drip' && { drip: text('drip') }),
  };
}

function occurrenceOf(text: (name: string) => string): ArmFaultRequest {
  if (text('often') === 'times') return { times: Number(text('times')) };
  const isLong = { times: MAX_TIMES, ttl: text('time') };
  return text('often') === 'while' ? isLong : { ...isLong, chance: Number(text('percent')) / 100 };
}

/** The media type of a body that is not JSON; undefined for JSON and for no body. */
export function textTypeOf(body: string): string | undefined {
  if (body.trim() === '' || 'value' in parsed(body)) return undefined;
  return body.trimStart().startsWith('<') ? 'text/html' : 'text/plain';
}

function bodyOf(body: string) {
  if (body.trim() === '') return {};
  const json = parsed(body);
  if ('value' in json) return { body: json.value };
  return { body, headers: { 'Content-Type': textTypeOf(body) ?? 'text/plain' } };
}

function parsed(text: string): { readonly value: unknown } | { readonly isText: true } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { isText: true };
  }
}
