// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

import type { Problem } from './presentation-api.js';

export type ProblemCode = Problem['code'];

/** The status and title of each error response, by problem code. */
export const problems: Readonly<Record<ProblemCode, { readonly status: number; readonly title: string }>> = {
  bad_request: { status: 400, title: 'The request cannot be understood' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  invalid_body: { status: 400, title: 'The body does not have the expected shape' },
  missing_key: { status: 401, title: 'No API key was sent' },
  unknown_key: { status: 401, title: 'The API key is invalid' },
  api_not_in_plan: { status: 403, title: "The workspace's plan does not include the API" },
  api_disabled: { status: 403, title: 'The API is disabled for the workspace' },
  unknown_path: { status: 404, title: 'No operation has this path' },
  unknown_presentation: { status: 404, title: 'Presentation not found' },
  unknown_generation: { status: 404, title: 'Generation job not found' },
  not_recorded: { status: 404, title: 'The recording has no response to this request' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  generation_finished: { status: 409, title: 'The generation job is finished' },
  content_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The URL is too long' },
  unsupported_media_type: { status: 415, title: 'The content type is not application/json' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: "The request's headers are too large" },
  internal_error: { status: 500, title: 'The service failed' },
  upstream_unavailable: { status: 502, title: 'An upstream component failed' },
  service_unavailable: { status: 503, title: 'The service is not available right now' },
  upstream_timeout: { status: 504, title: 'An upstream component did not respond in time' },
};
