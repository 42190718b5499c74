/** The words about a run: what it had to see, what it left behind, the results of operations, and entries of the baseline. */
import { counted } from '../../base/text/counted.js';
import type { Gap } from '../evidence/model.js';
import { listText, unexaminedText } from '../evidence/sentence.js';
import type { BaselineReport, LeftBehind, OperationReport, Report } from './model.js';

export const OPERATION_HEADS = [
  { name: 'Operation' },
  { name: 'Requests', short: 'Req' },
  { name: '5xx' },
  { name: 'Gateway', short: 'Gate' },
  { name: 'Lost' },
  { name: 'p50' },
  { name: 'p95' },
  { name: 'p99' },
  { name: 'Max' },
] as const;

/** One row for each operation, with the columns of `OPERATION_HEADS`. Latencies are in milliseconds. */
export function operationRows(operations: readonly OperationReport[]): readonly (readonly string[])[] {
  return operations.map(({ endpoint, requests, serverErrors, gateway, lost, latency }) => [
    endpoint,
    ...[requests, serverErrors, gateway, lost].map(String),
    ...[latency?.p50, latency?.p95, latency?.p99, latency?.max].map(milliseconds),
  ]);
}

const milliseconds = (ms: number | undefined): string =>
  ms === undefined ? '–' : ms < 10 ? ms.toFixed(1) : String(Math.round(ms));

/** `A gateway answered 3 requests in place of the service: 2 × 502, 407.`; empty without such a response. */
export function gatewayLines({ gateways }: Pick<Report, 'gateways'>): readonly string[] {
  if (gateways.length === 0) return [];
  const all = gateways.reduce((sum, { requests }) => sum + requests, 0);
  const statuses = gateways.map(({ status, requests }) =>
    requests === 1 ? `${status}` : `${requests} × ${status}`,
  );
  return [
    `A gateway answered ${counted(all, 'request')} in place of the service: ${statuses.join(', ')}. No rule judges these responses.`,
  ];
}

/** What to remove after a run: ids, with the prompt that marks the jobs. */
export function leftBehindLines(left: LeftBehind | undefined): readonly string[] {
  if (!left) return [];
  const workspace = ({ isOther }: { readonly isOther?: boolean }): string =>
    isOther ? ' (workspace of the other key)' : '';
  const jobs = left.jobs.map((job) => {
    const prompt = job.prompt === undefined ? '' : `: ${JSON.stringify(job.prompt)}`;
    return `job ${job.id}${workspace(job)}${prompt}`;
  });
  return [...jobs, ...left.presentations.map((one) => `presentation ${one.id}${workspace(one)}`)];
}

/** The rule of an entry of the baseline, with the message and operation that narrow it. */
export function entryName({ rule, message, operation }: BaselineReport): string {
  const narrowed = [
    ...(operation === undefined ? [] : [operation]),
    ...(message === undefined ? [] : [`“${message}”`]),
  ];
  return narrowed.length === 0 ? rule : `${rule} (${narrowed.join(', ')})`;
}

/** The topic of the gap that says why a run ended early. */
const STOPPED = 'run';

/** The minimum of a run: what it required, what the user changed, what is missing, and what was not examined. */
export function evidenceLines({ evidence, reason = '' }: Report): readonly string[] {
  const { minimum, missing } = evidence;
  const cut = missing.filter(({ because }) => because === STOPPED).map(({ topic }) => topic);
  // The verdict already says why the run ended.
  const others = missing.filter(
    ({ topic, why, because }) => because !== STOPPED && !(topic === STOPPED && reason.includes(why)),
  );
  const { name, required, raised, lowered } = minimum;
  const unexamined = unexaminedText(evidence);
  return [
    name === 'recording'
      ? 'minimum of a recording: it is whole, and contains a judged exchange'
      : `${name} minimum: ${listText(required)}`,
    ...(raised.length > 0 ? [`required in addition (--require): ${listText(raised)}`] : []),
    ...(lowered.length > 0 ? [`may be missing (--allow-incomplete): ${listText(lowered)}`] : []),
    ...others.map((gap) => `missing: ${gapText(gap)}`),
    ...(cut.length > 0
      ? [`missing: ${listText(cut)}: the run ended before Deckhand saw ${cut.length === 1 ? 'it' : 'them'}`]
      : []),
    ...(unexamined === undefined ? [] : [unexamined]),
  ];
}

function gapText({ topic, why, help, because }: Gap): string {
  if (because !== undefined) return `${topic}, because of ${because}`;
  return `${topic}: ${why}${help === undefined ? '' : ` (${help})`}`;
}
