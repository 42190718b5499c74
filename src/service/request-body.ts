/** Parses and validates the body of a request: its size, content type, syntax and schema. */
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
  /** Undefined if the body is accepted. An invalid body also has a value. */
  readonly problem: ApiResponse | undefined;
}

export const NO_BODY: ParsedRequestBody = { value: undefined, problem: undefined };

export function parseBody(schema: RequestSchema, request: ApiRequest): ParsedRequestBody {
  const { body, requestId } = request;
  const fail = (...problem: Parameters<typeof problemResponse>): ParsedRequestBody => ({
    value: undefined,
    problem: problemResponse(...problem),
  });

  if (typeof body === 'object') {
    return fail('content_too_large', `The body may have at most ${limits.body_max_bytes} bytes.`, requestId);
  }
  const type = request.header('content-type');
  if (body !== undefined && (type === undefined || !JSON_TYPE.test(type))) {
    const actual =
      type === undefined ? 'It was sent without a content type.' : `It was sent as "${type.slice(0, 100)}".`;
    return fail(
      'unsupported_media_type',
      `Send the body with "Content-Type: application/json". ${actual}`,
      requestId,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(body?.replace(/^\ufeff/, '') ?? '');
  } catch (error) {
    return fail(
      'malformed_json',
      body ? `${(error as SyntaxError).message}.` : 'The body is missing.',
      requestId,
    );
  }
  const errors = validateRequest(schema, value).map(({ pointer, detail }) => ({ pointer, detail }));
  if (errors.length === 0) return { value, problem: undefined };
  return {
    value,
    problem: problemResponse(
      'invalid_body',
      `The body has ${pluralize(errors.length, 'error')}.`,
      requestId,
      {
        errors,
      },
    ),
  };
}
