/** Checks a response against the contract of its operation and status, with all assumptions. */
import { routes } from '../../src/generated/routes.js';
import { validate } from '../../src/generated/validate-full.js';
import type { ApiResponse } from '../../src/service/response.js';

/** The differences between a response and the contract; empty if there are none, or if a fault sends no response. */
export function validateResponse({ status, headers, body, delivery, notes }: ApiResponse): string[] {
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
  return [...told, ...validate(schema, value).map(({ pointer, detail }) => `${schema}${pointer} ${detail}`)];
}
