/** Judges a response by the contract: what the operation promises for its status, all that we assume included. */
import { routes } from '../../src/generated/routes.js';
import { validate } from '../../src/generated/validate-full.js';
import type { ApiResponse } from '../../src/service/response.js';

/** How a response differs from the contract; empty when it does not, or when a fault sends none. */
export function differences({ status, headers, body, delivery, notes }: ApiResponse): string[] {
  if (delivery?.connection) return [];
  const route = routes.find(({ operationId }) => operationId === notes.operationId);
  const response = route?.responses[status] ?? route?.responses['default'];
  if (body === '') return status === 204 ? [] : [`${status} without a body`];
  const schema = response?.schema ?? 'Problem';
  const told: string[] = [];
  const mediaType = response?.mediaType ?? 'application/problem+json';
  if (headers['Content-Type'] !== mediaType) told.push(`${headers['Content-Type']} instead of ${mediaType}`);
  if (!headers['X-Request-Id']) told.push('no X-Request-Id');
  const value: unknown = JSON.parse(body);
  if (schema === 'Problem' && (value as { status?: unknown }).status !== status) told.push('another status');
  return [
    ...told,
    ...validate(schema, value).map(({ pointer, expected }) => `${schema}${pointer} ${expected}`),
  ];
}
