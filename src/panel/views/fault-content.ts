/** The fields of the fault form, and the request that they make. The server checks the values. */
import type { ArmFaultRequest } from '../../generated/control-api.js';

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

/** As typed. Empty texts are left out. */
export interface Content {
  readonly kind: EffectKind;
  readonly status: string;
  readonly retryAfter: string;
  readonly body: string;
  readonly delay: string;
  readonly drip: string;
}

export const NO_CONTENT: Content = {
  kind: 'answer',
  status: '503',
  retryAfter: '',
  body: '',
  delay: '',
  drip: '5s',
};

export function requestOf({ kind, status, retryAfter, body, delay, drip }: Content): ArmFaultRequest {
  const latency = delay.trim();
  return {
    ...(kind === 'answer' && {
      answer: {
        status: Number(status),
        ...(retryAfter.trim() && { retry_after: retryAfter.trim() }),
        ...bodyOf(body),
      },
    }),
    ...(latency && { latency }),
    ...((kind === 'reset' || kind === 'stall') && { connection: kind }),
    ...((kind === 'truncated' || kind === 'malformed') && { corrupt: kind }),
    ...(kind === 'drip' && { drip: drip.trim() }),
  };
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
