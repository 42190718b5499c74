/**
 * Checks the mock server against its own contract: every response must match the full profile, except responses of a scenario's
 * fault.
 */
import { routes } from '../generated/routes.js';
import { validate } from '../generated/validate-full.js';
import type { ApiResponse } from '../service/response.js';

type CheckedResponse = Pick<ApiResponse, 'notes' | 'status' | 'body'>;

const ROUTES = new Map(routes.map((route) => [route.operationId as string, route]));

/**
 * The mistake in a response, in one line; `undefined` when there is none, or when a fault of the scenario made the response.
 */
export function selfCheck({ notes, status, body }: CheckedResponse): string | undefined {
  if (notes.fault !== undefined || body === '') return undefined;

  const responses = ROUTES.get(notes.operationId ?? '')?.responses;
  const schema = (responses?.[String(status)] ?? responses?.['default'])?.schema ?? 'Problem';
  const faults = validate(schema, JSON.parse(body));
  if (faults.length === 0) return undefined;
  const list = faults.map(({ pointer, expected }) => `${pointer || 'the body'} ${expected}`).join('; ');
  return `${notes.operationId ?? 'no operation'} responded with ${status} and a body that is not a valid ${schema}: ${list}`;
}
