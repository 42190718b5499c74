/** Checks a response against the contract of its operation and status, with all assumptions. */
import { routes } from '../../src/generated/routes.js';
import { validate } from '../../src/generated/validate-full.js';
import type { ApiResponse } from '../../src/service/response.js';

/** The differences between a response and the contract; empty if there are none, or if a fault sends no response. */
export function validateResponse({ status, headers, body, delivery, metadata }: ApiResponse): string[] {
  if (delivery?.connection) return [];
  const route = routes.find(({ operationId }) => operationId === metadata.operationId);
  const response = route?.responses[status] ?? route?.responses['default'];
  if (body === '') return status === 204 ? [] : [`${status} without a body`];
  const schema = response?.schema ?? 'Problem';
  const problems: string[] = [];
  const mediaType = response?.mediaType ?? 'application/problem+json';
  if (headers['Content-Type'] !== mediaType)
    problems.push(`${headers['Content-Type']} instead of ${mediaType}`);
  if (!headers['X-Request-Id']) problems.push('no X-Request-Id');
  const value: unknown = JSON.parse(body);
  if (schema === 'Problem' && (value as { status?: unknown }).status !== status)
    problems.push('another status');
  return [
    ...problems,
    ...validate(schema, value).map(({ pointer, detail }) => `${schema}${pointer} ${detail}`),
  ];
}
