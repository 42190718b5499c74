/** Builds a rule about clients from a check of one request together with its client's history. */
import type { Finding, FindingKind, Judgement, Rule, RuleFacts } from '../rule.js';
import type { Trace } from '../model/trace.js';
import { digest } from '../../base/digest.js';
import { clientRequests, type ClientRequest } from './requests.js';
import { inWords } from '../words.js';

export interface ClientRule extends Rule {
  /** What to change in a client that breaks the rule. */
  readonly hint: string;
}

/** What a rule finds in one request. */
interface RequestFinding {
  readonly kind: FindingKind;
  readonly message: string;
  /** In words. */
  readonly expected?: string;
  /** A string is words; everything else is a JSON value. */
  readonly actual?: unknown;
  /** The exchanges that prove it, by `sequence`, the decisive one last. Default: the exchange of the request. */
  readonly exchanges?: readonly number[];
  /** Whether `actual` counts all of them, so that the last finding with this message stands for the earlier ones. */
  readonly isTotal?: boolean;
}

/**
 * `kept`: the rule applies to the request, and the client kept it. `untimed`: it cannot judge this request, because the clock was
 * changed. `unclear`: for the same reason, the rule says nothing about the whole journal. `unmeasured`: a response has a date to wait
 * for, and does not say what time it has. `undefined`: it does not apply.
 */
export type RequestVerdict = RequestFinding | 'kept' | 'untimed' | 'unclear' | 'unmeasured' | undefined;

/** The reason of rules that found requests, and no time to judge them by. */
const CLOCK_CHANGED =
  'not judged: the clock was changed between the requests; sharedClock says that the timers of the client follow it';

/** The reason of rules that found only waits until a date, in responses without a date of their own. */
const UNMEASURED = 'could not be measured: Retry-After has a date, and the response has no Date';

interface ClientRuleInput extends RuleFacts {
  readonly hint: string;
  /** The reason to report when the rule applies to no request. */
  readonly unseen: string;
  readonly check: (request: ClientRequest, trace: Trace) => RequestVerdict;
}

/** The number of clients for which one rule keeps findings. */
const MAX_CLIENTS = 50;
/** The number of exchanges that one finding names. */
const MAX_OFFENDERS = 1000;

/** The findings of one kind about one client. */
interface Found {
  readonly first: Finding;
  /** What the last request with the message of the first showed. */
  actual: unknown;
  times: number;
  readonly messages: Set<string>;
  readonly offenders: number[];
}

export function clientRule({ unseen, check, ...facts }: ClientRuleInput): ClientRule {
  return { ...facts, judge: (trace) => judgeRequests(trace, check, unseen) };
}

function judgeRequests(trace: Trace, check: ClientRuleInput['check'], unseen: string): Judgement {
  let kept = 0;
  let untimed = 0;
  let unclear = 0;
  let unmeasured = 0;
  const found = new Map<string, Found>();
  for (const request of clientRequests(trace)) {
    const verdict = check(request, trace);
    if (verdict === undefined) continue;
    if (verdict === 'kept') kept++;
    else if (verdict === 'untimed') untimed++;
    else if (verdict === 'unclear') unclear++;
    else if (verdict === 'unmeasured') unmeasured++;
    else addFinding(found, request, verdict);
  }
  return {
    checked: unclear > 0 ? 0 : kept,
    findings: [...found.values()].map(asFinding),
    notReached: untimed + unclear > 0 ? CLOCK_CHANGED : unmeasured > 0 ? UNMEASURED : unseen,
  };
}

function addFinding(
  found: Map<string, Found>,
  { client, exchange: { sequence } }: ClientRequest,
  { expected, actual: seen, isTotal = false, ...finding }: RequestFinding,
): void {
  const name = `${client.name}\n${finding.kind}`;
  const actual = typeof seen === 'string' ? inWords(seen) : seen;
  const known = found.get(name);
  if (known) {
    const isSame = isTotal && known.messages.has(finding.message);
    if (isSame && known.first.message === finding.message) known.actual = actual;
    if (!isSame) known.times += 1;
    if (isTotal) known.messages.add(finding.message);
    known.offenders.push(sequence);
  } else if (found.size < MAX_CLIENTS) {
    const first = {
      ...finding,
      ...(expected !== undefined && { expected: inWords(expected) }),
      exchange: sequence,
      exchanges: finding.exchanges ?? [sequence],
      client: client.label(),
      clientId: digest(client.name),
    };
    found.set(name, { first, actual, times: 1, messages: new Set([finding.message]), offenders: [sequence] });
  }
}

function asFinding({ first, actual, times, offenders }: Found): Finding {
  return {
    ...first,
    ...(actual !== undefined && { actual }),
    ...(times > 1 && { times }),
    offenders: offenders.slice(-MAX_OFFENDERS),
  };
}
