/** Builds the report from the verdicts and the evidence in the journal. */
import type { Exchange, WireBody } from '../../journal/exchange.js';
import { applyBaseline, type Baseline, type BaselineResult } from '../baseline.js';
import type { EvidenceReport } from '../evidence/model.js';
import { outcomeOf } from '../evidence/outcome.js';
import { recordingEvidence } from '../evidence/recording-evidence.js';
import { keyMarks, wrongKeyTexts } from '../key-marks.js';
import type { Finding, Verdict } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { credentialOf } from '../trace/credential.js';
import { pathOf } from '../../base/url-path.js';
import type { JobTrace } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { boundedText, boundedValue } from './bounded.js';
import { coverageOf } from './coverage.js';
import { curlOf } from './curl.js';
import { reproduction } from './reproduce.js';
import { requestIdOf } from './request-id.js';
import { EvidenceAccumulator, type Evidence } from './evidence-accumulator.js';
import type { Acceptance, ExchangeReport, FindingReport, JobReport, Report, RuleReport } from './model.js';

export interface ReportInput extends ReportOptions {
  readonly trace: Trace;
}

interface ReportOptions {
  readonly tool: Report['tool'];
  readonly target: string;
  readonly verdicts: readonly Verdict[];
  readonly notes?: readonly string[];
  /** What was seen of the minimum. Default: nothing was required. */
  readonly evidence?: EvidenceReport;
  /** Why the target could not be judged at all. */
  readonly unusable?: string;
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

/** The number of findings that the report lists for one rule. */
const maxFindings = 5;
const maxCurl = 3000;
const maxReason = 1000;

const NOTHING_REQUIRED = recordingEvidence([]);

/** Builds the report of a journal that was judged as one trace. */
export function buildReport({ trace, ...options }: ReportInput): Report {
  const accumulator = new EvidenceAccumulator();
  accumulator.count(trace.exchanges);
  accumulator.add(trace);
  const findings = options.verdicts.flatMap((verdict) => verdict.findings);
  accumulator.cite(trace.exchanges, [trace], findings);
  return reportOf(accumulator.evidence(), options);
}

export function reportOf(
  evidence: Evidence,
  {
    tool,
    target,
    verdicts,
    notes = [],
    evidence: seen = NOTHING_REQUIRED,
    unusable,
    baseline,
  }: ReportOptions,
): Report {
  const { startedAt, endedAt, requests, jobs } = evidence;
  const isComplete = unusable === undefined && seen.missing.length === 0;
  const baselineResult = baseline && applyBaseline(baseline, verdicts, evidence.operation, isComplete);
  const rules = verdicts.map((verdict) => ruleReport(verdict, evidence, baselineResult));
  const traces = evidence.traces.map((job) => jobReport(job, startedAt));
  const { outcome, reason } = outcomeOf({
    rules,
    evidence: seen,
    unusable,
    baseline: baselineResult?.entries,
  });
  return {
    tool,
    target,
    outcome,
    ...(reason !== undefined && { reason: boundedText(reason, maxReason) }),
    evidence: seen,
    summary: summaryOf(rules),
    requests,
    jobs,
    startedAt,
    seconds: Math.max(0, endedAt - startedAt) / 1000,
    rules,
    coverage: coverageOf(evidence.coverage, verdicts),
    ...(baselineResult && { baseline: baselineResult.entries }),
    traces,
    exchanges: cited(rules, traces).flatMap((sequence) => {
      const exchange = evidence.exchange(sequence);
      return exchange ? [exchangeReport(exchange, startedAt)] : [];
    }),
    notes: notes.map((note) => boundedText(note)),
  };
}

function summaryOf(rules: readonly RuleReport[]): Report['summary'] {
  const summary = { pass: 0, fail: 0, accepted: 0, warn: 0, observed: 0, 'not-reached': 0, error: 0 };
  for (const { outcome } of rules) summary[outcome]++;
  return summary;
}

function ruleReport(
  { rule, outcome: judged, findings, reason }: Verdict,
  evidence: Evidence,
  baselineResult: BaselineResult | undefined,
): RuleReport {
  const weighed = findings.map((finding) => ({
    finding,
    accepted: baselineResult?.acceptanceOf(rule.id, finding),
  }));
  const isFailing = weighed.some(({ finding, accepted }) => finding.kind === 'fail' && !accepted);
  const outcome = judged === 'fail' && !isFailing ? 'accepted' : judged;
  const listed = weighed
    .toSorted((one, two) => weight(one.finding, one.accepted) - weight(two.finding, two.accepted))
    .slice(0, maxFindings)
    .map(({ finding, accepted }) => ({
      ...findingReport(finding, evidence),
      ...(accepted && { accepted }),
    }));
  return {
    id: rule.id,
    sections: rule.sections,
    level: rule.level,
    outcome,
    title: rule.title,
    ...(rule.reading !== undefined && { reading: rule.reading }),
    ...(reason !== undefined && { reason }),
    ...(rule.hint !== undefined && (outcome === 'fail' || outcome === 'warn') && { hint: rule.hint }),
    findings: listed,
    ...(findings.length > listed.length && { more: findings.length - listed.length }),
  };
}

/** Findings that fail the run come first, so the limit never removes all of them. */
function weight({ kind }: Finding, accepted: Acceptance | undefined): number {
  return kind === 'fail' ? (accepted ? 1 : 0) : kind === 'warn' ? 2 : 3;
}

function findingReport(finding: Finding, evidence: Evidence): FindingReport {
  const { kind, message, expected, actual, exchange } = finding;
  const shown = exchange === undefined ? undefined : evidence.exchange(exchange);
  const curl = shown && curlOf(shown.request);
  const steps = shown && reproduction(evidence.before(shown.sequence), shown);
  return {
    kind,
    message: boundedText(message),
    ...(expected !== undefined && { expected: boundedValue(expected) }),
    ...(actual !== undefined && { actual: boundedValue(actual) }),
    ...(exchange !== undefined && { exchange }),
    // A cut command would do something else.
    ...(curl !== undefined && curl.length <= maxCurl && { curl }),
    ...(steps && steps.length > 0 && steps.join('').length <= 2 * maxCurl && { reproduce: steps }),
  };
}

function cited(rules: readonly RuleReport[], traces: readonly JobReport[]): readonly number[] {
  const sequences = new Set<number>();
  for (const { findings } of rules) {
    for (const { exchange } of findings) if (exchange !== undefined) sequences.add(exchange);
  }
  for (const { started, polls, messages } of traces) {
    if (started !== undefined) sequences.add(started);
    for (const { exchange } of [...polls, ...messages]) sequences.add(exchange);
  }
  return [...sequences].sort((one, two) => one - two);
}

function exchangeReport(
  { sequence, startedAt, endedAt, request, response, failure, notes }: Exchange,
  epoch: number,
): ExchangeReport {
  const requestId = response && requestIdOf(response.headers);
  return {
    sequence,
    at: startedAt - epoch,
    time: startedAt,
    took: endedAt - startedAt,
    ...(requestId !== undefined && { requestId: boundedText(requestId, 80) }),
    ...(notes?.source !== undefined && { source: boundedText(notes.source) }),
    method: request.method,
    path: boundedText(pathOf(request.url)),
    key: keyText(request.headers),
    ...(response && { status: response.status }),
    ...(failure && { failure }),
    ...excerpt('sent', request.body),
    ...excerpt('received', response?.body),
  };
}

function keyText(headers: Exchange['request']['headers']): string {
  const { via, key, wrongKind } = credentialOf(headers);
  if (via === 'none') return 'no key';
  if (via === 'not-recorded') return 'a key that was not recorded';
  const owners = { [keyMarks.other]: 'other key', [keyMarks.disabled]: 'key without API access' };
  const which =
    wrongKind === undefined
      ? (owners[key ?? ''] ?? 'key')
      : wrongKeyTexts[wrongKind].replace(/^(?:an?|the) /, '');
  return `${which} in ${via === 'both' ? 'both headers' : via}`;
}

function excerpt(name: 'sent' | 'received', body: WireBody | undefined): Partial<ExchangeReport> {
  if (body === undefined || body.text === '') return {};
  return {
    [name]: body.encoding === 'base64' ? `(${body.bytes} bytes that are not UTF-8)` : boundedText(body.text),
  };
}

function jobReport({ id, start, polls, views, messages }: JobTrace, epoch: number): JobReport {
  const viewOf = new Map(views.map((view) => [view.call, view.value]));
  return {
    id: boundedText(id),
    ...(start && { started: start.exchange.sequence }),
    polls: polls.map((call) => {
      const value = viewOf.get(call);
      const [status, tokens, progress] = ['status', 'tokens_used', 'progress'].map((name) =>
        fieldOf(value, name),
      );
      const [completed, total] = ['slides_completed', 'slides_total'].map((name) => fieldOf(progress, name));
      return {
        exchange: call.exchange.sequence,
        at: call.exchange.startedAt - epoch,
        ...(typeof status === 'string' && { status: boundedText(status, 40) }),
        ...(typeof tokens === 'number' && { tokens }),
        ...(typeof completed === 'number' && typeof total === 'number' && { progress: { completed, total } }),
      };
    }),
    messages: messages.map(({ exchange }) => ({
      exchange: exchange.sequence,
      at: exchange.startedAt - epoch,
      ...(exchange.response && { status: exchange.response.status }),
    })),
  };
}
