/** One line for each request, as text or JSON. */
import pc from 'picocolors';
import type { PageRequest } from '../server.js';
import { headerOf, type Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import { printableLine } from '../../base/printable.js';

/** `17:32:10 POST /presentations/generate 202 1.3 ms gen_… generating` */
export function prettyLine({ request, response, failure, notes }: Exchange, took: number): string {
  const status = response?.status ?? 0;
  const parts = [
    pc.dim(new Date(realNow()).toTimeString().slice(0, 8)),
    pc.bold(printableLine(request.method).padEnd(5)),
    printableLine(request.url).slice(0, 200),
    failure && failure !== 'truncated' ? pc.red(failure) : colourOf(status)(String(status)),
    pc.dim(`${took < 10 ? took.toFixed(1) : Math.round(took)} ms`),
    notes?.problem && pc.yellow(notes.problem),
    notes?.generationId,
    notes?.jobStatus && stateColour(notes.jobStatus)(notes.jobStatus),
    notes?.fault && pc.magenta(`[${notes.scenario}: ${notes.fault}]`),
  ];
  return parts.filter(Boolean).join(' ');
}

/** The same as one JSON object. */
export function jsonLine({ request, response, failure, notes }: Exchange, took: number): string {
  return JSON.stringify({
    time: new Date(realNow()).toISOString(),
    method: request.method,
    url: request.url,
    status: response?.status ?? null,
    ms: Math.round(took * 10) / 10,
    request_id: response && headerOf(response.headers, 'x-request-id'),
    operation: notes?.operationId,
    workspace: notes?.workspaceId,
    scenario: notes?.scenario,
    generation_id: notes?.generationId,
    job_status: notes?.jobStatus,
    problem: notes?.problem,
    fault: notes?.fault,
    failure,
  });
}

/** The line for a request outside the API, such as the page of a presentation, or a wrong path. */
export function pageLine({ method, url, status, took }: PageRequest, asJson: boolean): string {
  if (asJson)
    return JSON.stringify({
      time: new Date(realNow()).toISOString(),
      method,
      url,
      status,
      ms: Math.round(took * 10) / 10,
    });
  const { request, ...rest } = { request: { method, url, headers: [] }, response: { status, headers: [] } };
  return prettyLine({ sequence: 0, startedAt: 0, endedAt: 0, request, ...rest }, took);
}

function colourOf(status: number): (text: string) => string {
  if (status >= 500) return pc.red;
  if (status >= 400) return pc.yellow;
  return pc.green;
}

function stateColour(status: string): (text: string) => string {
  if (status === 'failed') return pc.red;
  if (status === 'awaiting_input') return pc.yellow;
  return status === 'completed' ? pc.green : pc.cyan;
}
