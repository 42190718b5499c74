/** Reads the body of a request: its size, its announced type, its syntax, its shape. */
import { pluralize } from '../base/text/pluralize.js';
import { limits } from '../generated/limits.js';
import { validateRequest } from '../generated/validate-request.js';
import type { RequestSchema } from '../generated/validated-schema.js';
import type { ApiRequest } from './request.js';
import { problemResponse } from './problem-responses.js';
import type { ApiResponse } from './response.js';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** The parsed body, or the problem response. */
export interface ParsedRequestBody {
  readonly value: unknown;
  /** Undefined for a body that is accepted. An invalid body also has a value. */
  readonly problem: ApiResponse | undefined;
}

export const NO_BODY: ParsedRequestBody = { value: undefined, problem: undefined };

export function parseBody(schema: RequestSchema, request: ApiRequest): ParsedRequestBody {
  const { body, requestId } = request;
  const fail = (...refusal: Parameters<typeof problemResponse>): ParsedRequestBody => ({
    value: undefined,
    problem: problemResponse(...refusal),
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
  if (faults.length === 0) return { value, problem: undefined };
  const errors = faults.map(({ pointer, detail }) => ({ pointer, detail: detail }));
  return {
    value,
    problem: problemResponse(
      'invalid_body',
      `The body has ${pluralize(errors.length, 'fault')}.`,
      requestId,
      {
        errors,
      },
    ),
  };
}
