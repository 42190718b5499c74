/**
 * Recognises that something in front of the service blocked a run after wrong keys: from then on, every request gets the same
 * refusal, also with a valid key. Such responses say nothing about the service, so they count as those of a gateway.
 */
import { isKeyed, type Call } from './call.js';

/** Different operations that a block refuses. One alone can have a fault of its own. */
const MIN_OPERATIONS = 2;

const isBlocking = ({ status }: Call): boolean => status === 401 || status === 403 || status === 429;

/** The calls with those of a block marked. */
export function withBlock(calls: readonly Call[]): readonly Call[] {
  const last = calls.findLastIndex((call) => isKeyed(call) && !isBlocking(call));
  const rest = calls.slice(last + 1);
  const blocked = rest.filter(isKeyed);
  const [first] = blocked;
  if (!first || !blocked.every(({ status }) => status === first.status)) return calls;
  if (new Set(blocked.map(({ operation }) => operation)).size < MIN_OPERATIONS) return calls;
  const before = calls.slice(0, calls.indexOf(first));
  // Only a run sends wrong keys.
  if (before.every(isKeyed) || !calls.some(({ by }) => by.wrong)) return calls;
  const isOfBlock = new Set(blocked);
  return calls.map((call) =>
    isOfBlock.has(call) ? { ...call, status: 0, ok: false, refused: false, gateway: call.status } : call,
  );
}
