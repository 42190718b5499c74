/** (split: one header for each of the five files) */
import { pluralize } from '../../base/text/pluralize.js';
import type { CoverageReport, CoverageGap } from '../coverage.js';
import { RootCauseIndex } from '../report/root-causes.js';
import { formatList } from './format.js';
import type {
  BaselineReport,
  CreatedResources,
  OperationReport,
  Report,
  TargetConnection,
} from '../report/report.js';
import { isClientRule } from '../rule.js';
import { formatBaselineProblems } from '../baseline/baseline.js';
import { getField } from '../../base/json.js';
import { keyPlaceholders } from '../model/key-placeholders.js';
import { getStartedJobId } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { getJson } from '../model/body.js';
import { truncateText } from '../report/truncate.js';

export const OPERATION_HEADERS: readonly string[] = [
  ...['Operation', 'Requests', '5xx', 'Gateway', 'Lost', 'p50', 'p95', 'p99', 'Max'],
];

/** One row for each operation, with the columns of `OPERATION_HEADERS`. Latencies are in milliseconds. */
export function buildOperationRows(operations: readonly OperationReport[]): readonly (readonly string[])[] {
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
export function formatGatewayResponses({ gateways }: Pick<Report, 'gateways'>): readonly string[] {
  if (gateways.length === 0) return [];
  const all = gateways.reduce((sum, { requests }) => sum + requests, 0);
  const statuses = gateways.map(({ status, requests }) =>
    requests === 1 ? `${status}` : `${requests} × ${status}`,
  );
  return [
    `A gateway responded to ${pluralize(all, 'request')} in place of the service: ${statuses.join(', ')}. No rule judges these responses.`,
  ];
}

/** What to remove after a run: ids, with the prompt that marks the jobs. */
export function formatCreatedResources(left: CreatedResources | undefined): readonly string[] {
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
export function formatBaselineEntry({ rule, message, operation }: BaselineReport): string {
  const narrowed = [
    ...(operation === undefined ? [] : [operation]),
    ...(message === undefined ? [] : [`“${message}”`]),
  ];
  return narrowed.length === 0 ? rule : `${rule} (${narrowed.join(', ')})`;
}

/** The topic of the gap that says why a run ended early. */
const STOPPED = 'run';

/** The minimum of a run: what it required, what the user changed, what is missing, and what was not examined. */
export function formatCoverage({ evidence, reason = '' }: Report): readonly string[] {
  const { profile, gaps } = evidence;
  const cut = gaps.filter(({ causedBy }) => causedBy === STOPPED).map(({ topic }) => topic);
  // The verdict already says why the run ended.
  const others = gaps.filter(
    ({ topic, reason: why, causedBy }) =>
      causedBy !== STOPPED && !(topic === STOPPED && reason.includes(why)),
  );
  const { name, required, added, waived } = profile;
  const unexamined = unexaminedText(evidence);
  return [
    name === 'recording'
      ? 'minimum of a recording: it is whole, and contains a judged exchange'
      : `${name} minimum: ${formatList(required)}`,
    ...(added.length > 0 ? [`required in addition (--require): ${formatList(added)}`] : []),
    ...(waived.length > 0 ? [`may be missing (--allow-incomplete): ${formatList(waived)}`] : []),
    ...others.map((gap) => `missing: ${gapText(gap)}`),
    ...(cut.length > 0
      ? [`missing: ${formatList(cut)}: the run ended before Deckhand saw ${cut.length === 1 ? 'it' : 'them'}`]
      : []),
    ...(unexamined === undefined ? [] : [unexamined]),
  ];
}

function gapText({ topic, reason, flags, causedBy }: CoverageGap): string {
  if (causedBy !== undefined) return `${topic}, because of ${causedBy}`;
  return `${topic}: ${reason}${flags === undefined ? '' : ` (${flags})`}`;
}

/** One sentence for each part, the warning first. Empty for a direct connection. */
export function formatConnection(access: TargetConnection): readonly string[] {
  const { insecure, proxy, headers = [], basicAuth, clientCertificate, ca } = access;
  return [
    ...(insecure ? ['INSECURE: TLS certificates were not verified (--insecure).'] : []),
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

const takesAuthorization = ({ headers = [], basicAuth }: TargetConnection): boolean =>
  basicAuth === true || headers.some((name) => name.toLowerCase() === 'authorization');

/** The options of curl that send a request the same way. The proxy comes from the environment, as in the run. */
export function getCurlOptions({ insecure, ca, clientCertificate }: TargetConnection): readonly string[] {
  return [
    ...(insecure ? ['-k'] : []),
    ...(ca === undefined ? [] : ['--cacert', ca]),
    ...(clientCertificate ? ['--cert', clientCertificate.cert, '--key', clientCertificate.key] : []),
  ];
}

/** For example `Incomplete: the start of a job never succeeded (400)`. */
export function formatHeadline(report: Report): string {
  const { outcome, reason = '', evidence } = report;
  const unexamined = unexaminedText(evidence);
  const also = unexamined === undefined ? '' : `; ${unexamined}`;
  if (outcome === 'error') return sentence(`Error: ${reason}`);
  if (outcome === 'incomplete') return sentence(`Incomplete: ${reason}`);
  if (outcome === 'pass') return sentence(`${passText(report)}${also}`);
  const isAlsoIncomplete = report.summary.fail > 0 && reason !== '';
  return sentence(`${failText(report)}${isAlsoIncomplete ? `; incomplete: ${reason}` : also}`);
}

function passText({ summary, evidence: { profile } }: Report): string {
  const kept = summary.accepted > 0 ? 'every violation is in the baseline' : 'every examined promise is kept';
  if (profile.name === 'full' || profile.name === 'recording') return `Pass: ${kept}`;
  return `Pass for the ${profile.name} minimum (${formatList(profile.required)}): ${kept}`;
}

function failText({ summary, rules, baseline = [] }: Report): string {
  const problem = formatBaselineProblems(baseline);
  const failing = rules.filter(({ outcome }) => outcome === 'fail');
  const byClients = failing.filter(isClientRule).length;
  const byService = summary.fail - byClients;
  const explained = new RootCauseIndex(rules);
  const causes = failing.filter((rule) => !explained.isConsequence(rule) && !isClientRule(rule)).length;
  const from = causes < byService ? `, from ${pluralize(causes, 'cause')}` : '';
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
function unexaminedText({ uncovered, missingData = [] }: CoverageReport): string | undefined {
  const parts = uncovered.map(({ topic, help }) => (help === '' ? topic : `${topic} (${help})`));
  const texts = [...missingData, ...(parts.length > 0 ? [`not examined: ${parts.join(', ')}`] : [])];
  return texts.length === 0 ? undefined : texts.join('; ');
}

// What a run leaves in its workspaces: the interface documents no DELETE.

/** @returns the jobs and presentations that the run created; `undefined` if it created nothing */
export function collectCreatedResources(trace: Trace): CreatedResources | undefined {
  const jobs = trace.callsTo('startGeneration').flatMap((call) => {
    const id = call.isSuccess ? getStartedJobId(call) : undefined;
    if (id === undefined) return [];
    const prompt = getField(getJson(call.requestBody), 'prompt');
    return [
      {
        id: truncateText(id),
        ...(typeof prompt === 'string' && { prompt: truncateText(prompt) }),
        ...otherWorkspace(call.credential.key),
      },
    ];
  });
  const presentations = trace.presentations.flatMap(({ id, createdBy }) =>
    createdBy ? [{ id: truncateText(id), ...otherWorkspace(createdBy.credential.key) }] : [],
  );
  return jobs.length === 0 && presentations.length === 0 ? undefined : { jobs, presentations };
}

const otherWorkspace = (key: string | undefined): { readonly isOther?: true } =>
  key === keyPlaceholders.other ? { isOther: true } : {};
