/** One line for each request, as text or JSON. */
import { styleText } from 'node:util';
import type { PageRequest } from '../page-request.js';
import { headerOf, type Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import { onOneLine } from '../../base/text/neutral.js';

/** `17:32:10 POST /presentations/generate 202 1.3 ms gen_… generating` */
export function prettyLine({ request, response, failure, notes }: Exchange, took: number): string {
  const status = response?.status ?? 0;
  const parts = [
    styleText('dim', new Date(realNow()).toTimeString().slice(0, 8)),
    styleText('bold', onOneLine(request.method).padEnd(5)),
    onOneLine(request.url).slice(0, 200),
    failure && failure !== 'truncated'
      ? styleText('red', failure)
      : styleText(colourOf(status), String(status)),
    styleText('dim', `${took < 10 ? took.toFixed(1) : Math.round(took)} ms`),
    notes?.problem && styleText('yellow', notes.problem),
    notes?.generationId,
    notes?.jobStatus && styleText(stateColour(notes.jobStatus), notes.jobStatus),
    notes?.fault && styleText('magenta', `[${notes.scenario}: ${notes.fault}]`),
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

type Colour = 'red' | 'yellow' | 'green' | 'cyan';

function colourOf(status: number): Colour {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return 'green';
}

function stateColour(status: string): Colour {
  if (status === 'failed') return 'red';
  if (status === 'awaiting_input') return 'yellow';
  return status === 'completed' ? 'green' : 'cyan';
}
