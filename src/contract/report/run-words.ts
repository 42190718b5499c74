/** The words about a run: its verdict, how it reached the target, what it had to see and left behind, and its results by operation. */
import { counted } from '../../base/text/counted.js';
import type { EvidenceReport, Gap } from '../evidence/minimum.js';
import { Explained } from './causes.js';
import { listText } from './words.js';
import type { BaselineReport, LeftBehind, OperationReport, Report, Access } from './model.js';
import { isClientRule } from '../rule.js';
import { baselineProblem } from '../baseline.js';
import { fieldOf } from '../../base/json.js';
import { keyMarks } from '../model/key-marks.js';
import { startedJobId } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { jsonOf } from '../model/payload.js';
import { boundedText } from './bounded.js';

export const OPERATION_HEADS: readonly string[] = [
  ...['Operation', 'Requests', '5xx', 'Gateway', 'Lost', 'p50', 'p95', 'p99', 'Max'],
];

/** One row for each operation, with the columns of `OPERATION_HEADS`. Latencies are in milliseconds. */
export function operationRows(operations: readonly OperationReport[]): readonly (readonly string[])[] {
  return operations.map(({ endpoint, requests, serverErrors, gateway, lost, latency }) => [
    // A short path leaves room for the figures.
    endpoint.replace(/\{\w+Id\}/, '{id}'),
    ...[requests, serverErrors, gateway, lost].map(String),
    ...[latency?.p50, latency?.p95, latency?.p99, latency?.max].map(milliseconds),
  ]);
}

const milliseconds = (ms: number | undefined): string =>
  ms === undefined ? '–' : ms < 10 ? ms.toFixed(1) : String(Math.round(ms));

/** `A gateway responded to 3 requests in place of the service: 2 × 502, 407.`; empty without such a response. */
export function gatewayLines({ gateways }: Pick<Report, 'gateways'>): readonly string[] {
  if (gateways.length === 0) return [];
  const all = gateways.reduce((sum, { requests }) => sum + requests, 0);
  const statuses = gateways.map(({ status, requests }) =>
    requests === 1 ? `${status}` : `${requests} × ${status}`,
  );
  return [
    `A gateway responded to ${counted(all, 'request')} in place of the service: ${statuses.join(', ')}. No rule judges these responses.`,
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

/** One sentence for each part, the warning first. Empty for a direct connection. */
export function accessLines(access: Access): readonly string[] {
  const { insecure, proxy, headers = [], basicAuth, clientCertificate, ca } = access;
  return [
    ...(insecure
      ? [
          'INSECURE: no certificate was checked (--insecure). Another machine could have responded, or read the keys.',
        ]
      : []),
    ...(proxy === undefined ? [] : [`Through the proxy ${proxy}.`]),
    ...(headers.length === 0 ? [] : [`With added headers: ${headers.join(', ')}.`]),
    ...(basicAuth ? ['With basic authentication for a gateway.'] : []),
    ...(takesAuthorization(access)
      ? ['A gateway uses the Authorization header, so the key was sent in x-api-key only.']
      : []),
    ...(clientCertificate ? ['With a certificate of the client.'] : []),
    ...(ca === undefined ? [] : ['With certificates that --ca adds.']),
  ];
}

const takesAuthorization = ({ headers = [], basicAuth }: Access): boolean =>
  basicAuth === true || headers.some((name) => name.toLowerCase() === 'authorization');

/** The options of curl that send a request the same way. The proxy comes from the environment, as in the run. */
export function curlAccess({ insecure, ca, clientCertificate }: Access): readonly string[] {
  return [
    ...(insecure ? ['-k'] : []),
    ...(ca === undefined ? [] : ['--cacert', ca]),
    ...(clientCertificate ? ['--cert', clientCertificate.cert, '--key', clientCertificate.key] : []),
  ];
}

/** For example `Incomplete: the start of a job never succeeded (400)`. */
export function headline(report: Report): string {
  const { outcome, reason = '', evidence } = report;
  const unexamined = unexaminedText(evidence);
  const also = unexamined === undefined ? '' : `; ${unexamined}`;
  if (outcome === 'error') return sentence(`Error: ${reason}`);
  if (outcome === 'incomplete') return sentence(`Incomplete: ${reason}`);
  if (outcome === 'pass') return sentence(`${passText(report)}${also}`);
  const isAlsoIncomplete = report.summary.fail > 0 && reason !== '';
  return sentence(`${failText(report)}${isAlsoIncomplete ? `; incomplete: ${reason}` : also}`);
}

function passText({ summary, evidence: { minimum } }: Report): string {
  const kept = summary.accepted > 0 ? 'every violation is in the baseline' : 'every examined promise is kept';
  if (minimum.name === 'full' || minimum.name === 'recording') return `Pass: ${kept}`;
  return `Pass for the ${minimum.name} minimum (${listText(minimum.required)}): ${kept}`;
}

function failText({ summary, rules, baseline = [] }: Report): string {
  const problem = baselineProblem(baseline);
  const failing = rules.filter(({ outcome }) => outcome === 'fail');
  const byClients = failing.filter(isClientRule).length;
  const byService = summary.fail - byClients;
  const explained = new Explained(rules);
  const causes = failing.filter((rule) => !explained.has(rule) && !isClientRule(rule)).length;
  const from = causes < byService ? `, from ${counted(causes, 'cause')}` : '';
  const parts = [
    ...(byService > 0
      ? [`${number(byService, 'documented promise is', 'documented promises are')} broken${from}`]
      : []),
    ...(byClients > 0 ? [`clients break ${number(byClients, 'rule', 'rules')} of the interface`] : []),
    ...(problem === undefined ? [] : [problem]),
  ];
  return `Fail: ${parts.join(', and ')}`;
}

const number = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** `not examined: create (--create-body)`; `undefined` if everything was. */
function unexaminedText({ unexamined, missingParts = [] }: EvidenceReport): string | undefined {
  const parts = unexamined.map(({ topic, help }) => (help === '' ? topic : `${topic} (${help})`));
  const texts = [...missingParts, ...(parts.length > 0 ? [`not examined: ${parts.join(', ')}`] : [])];
  return texts.length === 0 ? undefined : texts.join('; ');
}

// What a run leaves in its workspaces: the interface documents no DELETE.

/** @returns the jobs and presentations that the run created; `undefined` if it created nothing */
export function leftBehindBy(trace: Trace): LeftBehind | undefined {
  const jobs = trace.of('startGeneration').flatMap((call) => {
    const id = call.ok ? startedJobId(call) : undefined;
    if (id === undefined) return [];
    const prompt = fieldOf(jsonOf(call.sent), 'prompt');
    return [
      {
        id: boundedText(id),
        ...(typeof prompt === 'string' && { prompt: boundedText(prompt) }),
        ...otherWorkspace(call.by.key),
      },
    ];
  });
  const presentations = trace.presentations.flatMap(({ id, createdBy }) =>
    createdBy ? [{ id: boundedText(id), ...otherWorkspace(createdBy.by.key) }] : [],
  );
  return jobs.length === 0 && presentations.length === 0 ? undefined : { jobs, presentations };
}

const otherWorkspace = (key: string | undefined): { readonly isOther?: true } =>
  key === keyMarks.other ? { isOther: true } : {};
