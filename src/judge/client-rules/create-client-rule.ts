/** Builds a rule about clients from a check of one request together with its client's history. */
import type { Finding, Severity, RuleResult, Rule, RuleMeta } from '../rule.js';
import type { Trace } from '../model/trace.js';
import { fnv1a } from '../../base/fnv1a.js';
import { getClientRequests, type ClientRequest } from './client-requests.js';
import { description } from '../description.js';

export interface ClientRule extends Rule {
  /** What to change in a client that breaks the rule. */
  readonly hint: string;
}

/** What a rule finds in one request. */
interface RequestFinding {
  readonly severity: Severity;
  readonly message: string;
  /** In words. */
  readonly expected?: string;
  /** A string is words; everything else is a JSON value. */
  readonly actual?: unknown;
  /** The exchanges that prove it, by `sequence`, the decisive one last. Default: the exchange of the request. */
  readonly evidence?: readonly number[];
  /** Whether `actual` counts all of them, so that the last finding with this message stands for the earlier ones. */
  readonly replacesEarlier?: boolean;
}

/**
 * `kept`: the rule applies to the request, and the client kept it. `untimed`: it cannot judge this request, because the clock was
 * changed. `unclear`: for the same reason, the rule says nothing about the whole journal. `unmeasured`: a response has a date to wait
 * for, and does not say what time it has. `undefined`: it does not apply.
 */
export type RequestResult =
  RequestFinding | 'pass' | 'clock-changed' | 'inconclusive' | 'no-date' | undefined;

/** Reason if the clock changed between all requests. */
const CLOCK_CHANGED =
  'not judged: the clock was changed between the requests; timersFollowClock says that the timers of the client follow it';

/** The reason of rules that found only waits until a date, in responses without a date of their own. */
const UNMEASURED = 'not measurable: Retry-After is a date and the response has no Date header';

interface ClientRuleDefinition extends RuleMeta {
  readonly hint: string;
  /** The reason to report when the rule applies to no request. */
  readonly unseen: string;
  readonly check: (request: ClientRequest, trace: Trace) => RequestResult;
}

/** The number of clients for which one rule keeps findings. */
const MAX_CLIENTS = 50;
/** The number of exchanges that one finding names. */
const MAX_VIOLATING_EXCHANGES = 1000;

/** The findings of one kind about one client. */
interface ClientFindings {
  readonly first: Finding;
  /** What the last request with the message of the first showed. */
  actual: unknown;
  times: number;
  readonly messages: Set<string>;
  readonly offenders: number[];
}

export function createClientRule({ unseen, check, ...facts }: ClientRuleDefinition): ClientRule {
  return { ...facts, judge: (trace) => judgeRequests(trace, check, unseen) };
}

function judgeRequests(trace: Trace, check: ClientRuleDefinition['check'], unseen: string): RuleResult {
  let kept = 0;
  let untimed = 0;
  let unclear = 0;
  let unmeasured = 0;
  const found = new Map<string, ClientFindings>();
  for (const request of getClientRequests(trace)) {
    const verdict = check(request, trace);
    if (verdict === undefined) continue;
    if (verdict === 'pass') kept++;
    else if (verdict === 'clock-changed') untimed++;
    else if (verdict === 'inconclusive') unclear++;
    else if (verdict === 'no-date') unmeasured++;
    else addFinding(found, request, verdict);
  }
  return {
    checked: unclear > 0 ? 0 : kept,
    findings: [...found.values()].map(asFinding),
    notCovered: untimed + unclear > 0 ? CLOCK_CHANGED : unmeasured > 0 ? UNMEASURED : unseen,
  };
}

function addFinding(
  found: Map<string, ClientFindings>,
  { client, exchange: { sequence } }: ClientRequest,
  { expected, actual: seen, replacesEarlier = false, ...finding }: RequestFinding,
): void {
  const name = `${client.id}\n${finding.severity}`;
  const actual = typeof seen === 'string' ? description(seen) : seen;
  const known = found.get(name);
  if (known) {
    const isSame = replacesEarlier && known.messages.has(finding.message);
    if (isSame && known.first.message === finding.message) known.actual = actual;
    if (!isSame) known.times += 1;
    if (replacesEarlier) known.messages.add(finding.message);
    known.offenders.push(sequence);
  } else if (found.size < MAX_CLIENTS) {
    const first = {
      ...finding,
      ...(expected !== undefined && { expected: description(expected) }),
      exchange: sequence,
      evidence: finding.evidence ?? [sequence],
      client: client.label(),
      clientId: fnv1a(client.id),
    };
    found.set(name, { first, actual, times: 1, messages: new Set([finding.message]), offenders: [sequence] });
  }
}

function asFinding({ first, actual, times, offenders }: ClientFindings): Finding {
  return {
    ...first,
    ...(actual !== undefined && { actual }),
    ...(times > 1 && { count: times }),
    violatingExchanges: offenders.slice(-MAX_VIOLATING_EXCHANGES),
  };
}
