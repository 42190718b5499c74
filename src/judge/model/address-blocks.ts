/**
 * Detects that the service blocks the IP address after invalid keys. Section 5 does not forbid it, so the blocked calls count as
 * gateway responses.
 */
import { endedBefore, hasValidKey, type Call } from './call.js';
import { keyPlaceholders } from './key-placeholders.js';

/** A block rejects different operations. One alone may have another error. */
const MIN_OPERATIONS = 2;

/** Rejections of one operation, if none of its resources is rejected twice. */
const MIN_REJECTIONS = 4;

/** Marks the calls of a block until the end of the journal, and of temporary blocks. */
export function markBlockedCalls(calls: readonly Call[]): readonly Call[] {
  // Only a run of verify sends recognizable invalid keys.
  if (!calls.some(({ credential }) => credential.isInvalid)) return calls;
  return markCalls(calls, new Set([...findFinalBlock(calls), ...findTemporaryBlocks(calls)]));
}

const isBlocking = ({ status }: Call): boolean => status === 401 || status === 403 || status === 429;

const hasNoKey = ({ credential }: Call): boolean => credential.isInvalid || credential.header === 'none';

const operationsIn = (calls: readonly Call[]): number =>
  new Set(calls.map(({ operation }) => operation)).size;

function findFinalBlock(calls: readonly Call[]): ReadonlySet<Call> {
  const last = calls.findLastIndex((call) => hasValidKey(call) && !isBlocking(call));
  const blocked = calls.slice(last + 1).filter(hasValidKey);
  const [first] = blocked;
  if (!first || !blocked.every(({ status }) => status === first.status)) return new Set();
  if (operationsIn(blocked) < MIN_OPERATIONS) return new Set();
  const isAfterInvalidKey = calls.slice(0, calls.indexOf(first)).some((call) => !hasValidKey(call));
  return new Set(isAfterInvalidKey ? blocked : []);
}

/**
 * A temporary block rejects the key under test right after invalid keys, without a success in between: either different
 * operations, or requests that succeed at other times.
 */
function findTemporaryBlocks(calls: readonly Call[]): ReadonlySet<Call> {
  const own = calls.filter(({ credential }) => credential.key === keyPlaceholders.main);
  const successes = own.filter(({ isSuccess }) => isSuccess);
  const isNext = (one: Call, two: Call): boolean =>
    one.exchange.startedAt < two.exchange.startedAt &&
    !successes.some((between) => endedBefore(one, between) && endedBefore(between, two));
  const groups: Call[][] = [];
  for (const call of own) {
    if (call.status !== 401 && call.status !== 403) continue;
    const group = groups.at(-1);
    const latest = group?.at(-1);
    if (latest?.status === call.status && isNext(latest, call)) group?.push(call);
    else if (calls.some((other) => hasNoKey(other) && isNext(other, call))) groups.push([call]);
  }
  return new Set(
    groups.flatMap((group) => (isBlock(group, successes) ? findCallsInBlock(group, calls) : [])),
  );
}

function isBlock(group: readonly Call[], successes: readonly Call[]): boolean {
  const succeeds = ({ operation, credential }: Call): boolean =>
    successes.some((other) => other.operation === operation && other.credential.header === credential.header);
  if (operationsIn(group) >= MIN_OPERATIONS) return true;
  const isRepeated = new Set(group.map(({ id }) => id)).size < group.length;
  return (isRepeated || group.length >= MIN_REJECTIONS) && group.every(succeeds);
}

/** The rejections of all keys during the block: no key had a success between them and those of the group. */
function findCallsInBlock(group: readonly Call[], calls: readonly Call[]): readonly Call[] {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return [];
  const successes = calls.filter((call) => hasValidKey(call) && call.isSuccess);
  const isBetween = (one: Call, two: Call): boolean =>
    successes.some((success) => endedBefore(one, success) && endedBefore(success, two));
  return calls.filter(
    (call) =>
      hasValidKey(call) && call.status === first.status && !isBetween(call, first) && !isBetween(last, call),
  );
}

function markCalls(calls: readonly Call[], blocked: ReadonlySet<Call>): readonly Call[] {
  if (blocked.size === 0) return calls;
  return calls.map((call) =>
    blocked.has(call)
      ? { ...call, status: 0, isSuccess: false, isClientError: false, gatewayStatus: call.status }
      : call,
  );
}
