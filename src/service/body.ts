/** Reads the body of a request: its size, its announced type, its syntax, its shape. */
import { counted } from '../base/text/counted.js';
import { limits } from '../generated/limits.js';
import { validateRequest } from '../generated/validate-request.js';
import type { RequestSchema } from '../generated/validated-schema.js';
import type { ApiRequest } from './api.js';
import { refuse } from './refusal.js';
import type { ApiResponse } from './response.js';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** The body, as far as it can be read, and the refusal, if there is one. */
export interface ReadBody {
  readonly value: unknown;
  /** Undefined for a body that is accepted. An invalid body also has a value. */
  readonly refusal: ApiResponse | undefined;
}

export const NO_BODY: ReadBody = { value: undefined, refusal: undefined };

export function readBody(schema: RequestSchema, request: ApiRequest): ReadBody {
  const { body, requestId } = request;
  const fail = (...refusal: Parameters<typeof refuse>): ReadBody => ({
    value: undefined,
    refusal: refuse(...refusal),
  });

  if (typeof body === 'object') {
    return fail('content_too_large', `The body may have at most ${limits.body_max_bytes} bytes.`, requestId);
  }
  const type = request.header('content-type');
  if (body !== undefined && (type === undefined || !JSON_TYPE.test(type))) {
    const sent =
      type === undefined ? 'It was sent without a content type.' : `It was sent as "${type.slice(0, 100)}".`;
    return fail(
      'unsupported_media_type',
      `Send the body with "Content-Type: application/json". ${sent}`,
      requestId,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(body?.replace(/^\ufeff/, '') ?? '');
  } catch (error) {
    return fail(
      'malformed_json',
      body ? `${(error as SyntaxError).message}.` : 'There is no body.',
      requestId,
    );
  }
  const faults = validateRequest(schema, value);
  if (faults.length === 0) return { value, refusal: undefined };
  const errors = faults.map(({ pointer, expected }) => ({ pointer, detail: expected }));
  return {
    value,
    refusal: refuse('invalid_body', `The body has ${counted(errors.length, 'fault')}.`, requestId, {
      errors,
    }),
  };
}
