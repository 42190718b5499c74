/** Whether a recorded request asked for what its operation can do: the stand-in refuses the others by itself. */
import { routes } from '../generated/routes.js';
import { validateRequest } from '../generated/validate-request.js';
import type { Call } from './call.js';

/** Whether a request has a body that its operation cannot take. One that is not recorded is taken for good. */
export function isRefusable({ operation, exchange: { request } }: Call): boolean {
  const schema = routes.find(({ operationId }) => operationId === operation)?.requestSchema;
  if (!schema || !request.body || request.body.cut) return false;
  try {
    return validateRequest(schema, JSON.parse(request.body.text)).length > 0;
  } catch {
    return true;
  }
}
