/** A request outside the API, as a log shows it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { realElapsed } from '../base/real-time.js';
import type { Redactor } from '../journal/redact/redactor.js';

export interface PageRequest {
  readonly method: string;
  /** Values that look like a key are removed. */
  readonly url: string;
  readonly status: number;
  /** In real milliseconds. */
  readonly took: number;
}

/** Reports the request when its response is sent. */
export function reportWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  onPage: (page: PageRequest) => void,
  redactor: Redactor,
): void {
  const began = realElapsed();
  const { method = 'GET', url = '/' } = request;
  response.once('finish', () =>
    onPage({
      method,
      url: redactor.url(url),
      status: response.statusCode,
      took: realElapsed() - began,
    }),
  );
}
