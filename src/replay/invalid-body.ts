/** Finds recorded requests that Deckhand refuses without a fault, because their body does not match the contract. */
import { routes } from '../generated/routes.js';
import { validateRequest } from '../generated/validate-request.js';
import type { Call } from './call.js';

/** A body that the recording does not have counts as valid. */
export function hasInvalidBody({ operation, exchange: { request } }: Call): boolean {
  const schema = routes.find(({ operationId }) => operationId === operation)?.requestSchema;
  if (!schema || !request.body || request.body.cut) return false;
  try {
    return validateRequest(schema, JSON.parse(request.body.text)).length > 0;
  } catch {
    return true;
  }
}
