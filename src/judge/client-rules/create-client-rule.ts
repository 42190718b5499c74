/** Builds a client rule from a check of one request and the history of its client. */
import type { Finding, Severity, RuleResult, Rule, RuleMeta, VerdictReason } from '../rule.js';
import type { Trace } from '../model/trace.js';
import { fnv1a } from '../../base/fnv1a.js';
import { getClientRequests, type ClientRequest } from './client-requests.js';
import { description } from '../description.js';

/** Reason if the clock changed between all requests. */
const CLOCK_CHANGED: VerdictReason = {
  text: 'not judged: the clock was changed between requests',
  flags: ['timersFollowClock'],
};

/** Reason if no response with a date in Retry-After has a Date header. */
const NO_DATE = 'not measurable: Retry-After is a date and the response has no Date header';

/** The number of clients for which one rule stores findings. */
const MAX_CLIENTS = 50;

/** The number of exchanges that one finding lists. */
const MAX_VIOLATING_EXCHANGES = 1000;

export interface ClientRule extends Rule {
  /** What to change in a client that violates the rule. */
  readonly hint: string;
}

/** The finding of a rule about one request. */
export interface RequestFinding {
  readonly severity: Severity;
  readonly message: string;
  /** A description, not a JSON value. */
  readonly expected?: string;
  /** A string is a description; everything else is a JSON value. */
  readonly actual?: unknown;
  /** The relevant exchanges by `sequence`, the decisive one last. Default: the exchange of the request. */
  readonly evidence?: readonly number[];
  /** See `Finding`. A client has one such finding for each documented field. */
  readonly documentedField?: string;
  /** Whether `actual` counts all of them, so that the last finding with this message stands for the earlier ones. */
  readonly replacesEarlier?: boolean;
}

/**
 * `pass`: the rule applies and passes. `undefined`: it does not apply. `clock-changed`: this request cannot be judged. `inconclusive`:
 * for the same reason, the rule does not pass for the whole journal. `no-date`: a Retry-After date cannot be measured.
 */
export type RequestResult =
  | RequestFinding
  | readonly RequestFinding[]
  | 'pass'
  | 'clock-changed'
  | 'inconclusive'
  | 'no-date'
  | undefined;

interface ClientRuleDefinition extends RuleMeta {
  readonly hint: string;
  /** The reason to report when the rule applies to no request. */
  readonly notCovered: string;
  readonly check: (request: ClientRequest, trace: Trace) => RequestResult;
}

/** The findings of one severity about one client, and about one field. */
interface ClientFindings {
  readonly first: Finding;
  /** The value of the last request with the message of the first. */
  actual: unknown;
  count: number;
  readonly messages: Set<string>;
  readonly violatingExchanges: number[];
}

export function createClientRule({ notCovered, check, ...meta }: ClientRuleDefinition): ClientRule {
  return { ...meta, judge: (trace) => judgeRequests(trace, check, notCovered) };
}

function judgeRequests(trace: Trace, check: ClientRuleDefinition['check'], notCovered: string): RuleResult {
  let passed = 0;
  let clockChanged = 0;
  let inconclusive = 0;
  let withoutDate = 0;
  const byClient = new Map<string, ClientFindings>();
  for (const request of getClientRequests(trace)) {
    const result = check(request, trace);
    if (result === undefined) continue;
    if (result === 'pass') passed++;
    else if (result === 'clock-changed') clockChanged++;
    else if (result === 'inconclusive') inconclusive++;
    else if (result === 'no-date') withoutDate++;
    else for (const finding of [result].flat()) addFinding(byClient, request, finding);
  }
  return {
    checked: inconclusive > 0 ? 0 : passed,
    findings: [...byClient.values()].map(toFinding),
    notCovered: clockChanged + inconclusive > 0 ? CLOCK_CHANGED : withoutDate > 0 ? NO_DATE : notCovered,
  };
}

function addFinding(
  byClient: Map<string, ClientFindings>,
  { client, exchange: { sequence } }: ClientRequest,
  { expected, actual: value, replacesEarlier = false, ...finding }: RequestFinding,
): void {
  const name = `${client.id}\n${finding.severity}\n${finding.documentedField ?? ''}`;
  const actual = typeof value === 'string' ? description(value) : value;
  const known = byClient.get(name);
  if (known) {
    const isSame = replacesEarlier && known.messages.has(finding.message);
    if (isSame && known.first.message === finding.message) known.actual = actual;
    if (!isSame) known.count += 1;
    if (replacesEarlier) known.messages.add(finding.message);
    known.violatingExchanges.push(sequence);
  } else if (byClient.size < MAX_CLIENTS) {
    const first = {
      ...finding,
      ...(expected !== undefined && { expected: description(expected) }),
      exchange: sequence,
      evidence: finding.evidence ?? [sequence],
      client: client.label(),
      clientId: fnv1a(client.id),
    };
    byClient.set(name, {
      first,
      actual,
      count: 1,
      messages: new Set([finding.message]),
      violatingExchanges: [sequence],
    });
  }
}

function toFinding({ first, actual, count, violatingExchanges }: ClientFindings): Finding {
  return {
    ...first,
    ...(actual !== undefined && { actual }),
    ...(count > 1 && { count }),
    violatingExchanges: violatingExchanges.slice(-MAX_VIOLATING_EXCHANGES),
  };
}
