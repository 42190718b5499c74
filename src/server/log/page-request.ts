/** A request outside the API, as data for a log. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { realMonotonicNow, realNow } from '../../base/real-time.js';
import { readClock } from '../../service/clock.js';
import type { Service } from '../../service/service.js';
import { findWorkspaceByUrl } from '../pages/workspace-of-url.js';

export interface PageRequest {
  readonly method: string;
  /** Values that look like a key are removed. */
  readonly url: string;
  readonly status: number;
  /** On the clock of the workspace of the presentation, otherwise the real time. */
  readonly startedAt: number;
  /** Real time. */
  readonly durationMs: number;
}

/** Reports the request when its response is sent. */
export function reportOnFinish(
  request: IncomingMessage,
  response: ServerResponse,
  onPage: (page: PageRequest) => void,
  service: Service,
): void {
  const [start, real] = [realMonotonicNow(), realNow()];
  const { method = 'GET', url = '/' } = request;
  const workspace = findWorkspaceByUrl(url, service.shared.directory);
  const startedAt =
    workspace === undefined ? real : readClock(service.workspace(workspace, real).clock, real);
  response.once('finish', () =>
    onPage({
      method,
      url: service.redactor.redactUrl(url),
      status: response.statusCode,
      startedAt,
      durationMs: realMonotonicNow() - start,
    }),
  );
}
