/** Formats a request as one line of text or JSON. */
import { styleText } from 'node:util';
import type { PageRequest } from './page-request.js';
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import { sanitizeLine } from '../../base/text/sanitize.js';
import { operationLabel } from '../../judge/model/operation-labels.js';

/** The width of a terminal. */
export const COLUMNS = 80;

type Part = readonly [text: string, style?: Style];
type Style = Color | 'dim' | 'bold' | 'magenta';

/**
 * `17:32:10 poll   gen_… 200 awaiting_input 1.3 ms`, in at most 80 columns. The time is that of the panel: the clock of the
 * workspace, in UTC.
 */
export function formatPretty(
  { startedAt, request, response, failure, metadata }: Exchange,
  durationMs: number,
): string {
  const status = response?.status ?? 0;
  const label = operationLabel(metadata?.operationId);
  const url = sanitizeLine(request.url);
  const object = label === undefined ? url : (metadata?.generationId ?? findId(url));
  const before: readonly Part[] = [
    [new Date(startedAt).toISOString().slice(11, 19), 'dim'],
    [(label ?? sanitizeLine(request.method).slice(0, 10)).padEnd(6), 'bold'],
  ];
  const after: readonly (Part | undefined)[] = [
    failure && failure !== 'truncated' ? [failure, 'red'] : [String(status), colorOf(status)],
    metadata?.jobStatus ? [metadata.jobStatus, jobStatusColor(metadata.jobStatus)] : undefined,
    metadata?.problem ? [metadata.problem, 'yellow'] : undefined,
    metadata?.fault ? [`[${formatFault(metadata.fault, metadata.scenario)}]`, 'magenta'] : undefined,
    [`${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`, 'dim'],
  ];
  const parts = after.filter((part) => part !== undefined);
  const columns = COLUMNS - [...before, ...parts].reduce((sum, [text]) => sum + text.length + 1, 0);
  const middle: readonly Part[] = object === '' || columns < 4 ? [] : [[truncateMiddle(object, columns)]];
  return [...before, ...middle, ...parts]
    .map(([text, style]) => (style === undefined ? text : styleText(style, text)))
    .join(' ');
}

/** Names the scenario of a fault, unless the fault was added to the workspace. */
function formatFault(fault: string, scenario = ''): string {
  return fault.startsWith('active: ') ? fault : `${scenario}: ${fault}`;
}

/** The id in a path; empty for other paths, which the label of the operation identifies. */
function findId(url: string): string {
  return /\/presentations\/(?:generate\/)?(?!generate(?:$|\?))([^/?]+)/.exec(url)?.[1] ?? '';
}

/** Truncates the middle, because both ends distinguish URLs. */
function truncateMiddle(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const end = Math.floor((columns - 1) / 3);
  return `${text.slice(0, columns - 1 - end)}…${text.slice(text.length - end)}`;
}

/** One JSON object, with the real time and the clock of the workspace. */
export function formatJson(
  { startedAt, request, response, failure, metadata }: Exchange,
  durationMs: number,
): string {
  return JSON.stringify({
    time: new Date(realNow()).toISOString(),
    clock: new Date(startedAt).toISOString(),
    method: request.method,
    url: request.url,
    status: response?.status ?? null,
    duration_ms: Math.round(durationMs * 10) / 10,
    request_id: response && getHeader(response.headers, 'x-request-id'),
    operation: metadata?.operationId,
    workspace: metadata?.workspaceId,
    scenario: metadata?.scenario,
    generation_id: metadata?.generationId,
    job_status: metadata?.jobStatus,
    problem: metadata?.problem,
    fault: metadata?.fault,
    failure,
  });
}

/** The line for a request outside the API, such as the page of a presentation, or a wrong path. */
export function formatPage(
  { method, url, status, startedAt, durationMs }: PageRequest,
  asJson: boolean,
): string {
  if (asJson)
    return JSON.stringify({
      time: new Date(realNow()).toISOString(),
      clock: new Date(startedAt).toISOString(),
      method,
      url,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
    });
  const { request, ...rest } = { request: { method, url, headers: [] }, response: { status, headers: [] } };
  return formatPretty({ sequence: 0, startedAt, endedAt: startedAt, request, ...rest }, durationMs);
}

type Color = 'red' | 'yellow' | 'green' | 'cyan';

function colorOf(status: number): Color {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return 'green';
}

function jobStatusColor(status: string): Color {
  if (status === 'failed') return 'red';
  if (status === 'awaiting_input') return 'yellow';
  return status === 'completed' ? 'green' : 'cyan';
}
