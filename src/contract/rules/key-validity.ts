/**
 * The rule about a valid key that stops working in the middle of a run, in both headers and for all operations. In a recording, a
 * user may have deleted the key, so only runs of `deckhand verify` are judged. Section 5.
 */
import type { Rule } from '../rule.js';
import { isBefore, isKeyed, type Call } from '../../trace/call.js';
import { keyMarks, type WrongKeyKind } from '../../trace/key-marks.js';
import type { Trace } from '../../trace/trace.js';
import { checkEach, fail, observed } from './findings.js';
import { inWords } from '../words.js';

export const keyValidityRules: readonly Rule[] = [
  {
    id: 'keys/valid-key-keeps-access',
    sections: ['1', '5'],
    level: 'must',
    title: 'A valid key has access during the whole run',
    reading:
      'Judged in runs of deckhand verify. The rule fails if the service refuses each request with the key with 401 or 403 from some ' +
      'time on, while it still serves the key of another workspace. Without the other key, the service may block the address of the ' +
      'run, and right after keys that are almost the right one, it may lock that key: this is observed.',
    judge: checkEach(
      refusedKey,
      'not seen: a run of deckhand verify',
      ({ call, isOtherServed, mayBeLocked }) => {
        if (!call) return undefined;
        if (!isOtherServed || mayBeLocked)
          return observed('the service refuses each request with the key from some time on', { call });
        return fail('a valid key is refused from some time on, in both headers and for all operations', {
          expected: inWords('access to the workspace of the key'),
          actual: statusOf(call),
          call,
          cause: 'a valid key is refused for good',
        });
      },
    ),
  },
];

interface KeyUse {
  /** The first refusal after the last success. */
  readonly call: Call | undefined;
  readonly isOtherServed: boolean;
  /** Whether the run guessed at the key right before. */
  readonly mayBeLocked: boolean;
}

/** Wrong keys from which a service may tell which key they are meant to be. */
const GUESSES: ReadonlySet<WrongKeyKind | undefined> = new Set(['prefix', 'suffix', 'case']);

/** One or two wrong keys lock no account. */
const MANY_GUESSES = 3;

/** A trace marks the calls that a block refused, and keeps their status apart. */
const statusOf = ({ status, gateway }: Call): number => gateway ?? status;

const isRefusal = (call: Call): boolean => statusOf(call) === 401 || statusOf(call) === 403;

function refusedKey(trace: Trace): readonly KeyUse[] {
  const { calls, succeeded } = trace;
  const own = calls.filter(
    (call) =>
      isKeyed(call) && call.by.key === keyMarks.first && statusOf(call) > 0 && isAboutItsOwn(call, trace),
  );
  const last = own.findLastIndex((call) => !isRefusal(call));
  if (last < 0) return [];
  const refused = own.slice(last + 1);
  const [call] = refused;
  const vias = new Set(refused.map(({ by }) => by.via));
  // A quota or a plan may refuse starts. Everybody with access can list templates.
  if (!call || vias.size < 2 || !refused.some(({ operation }) => operation === 'listTemplates'))
    return [{ call: undefined, isOtherServed: false, mayBeLocked: false }];
  const isOtherServed = succeeded.some((other) => isBefore(call, other));
  const success = own[last];
  const guesses = calls.filter(
    (other) => GUESSES.has(other.by.wrongKind) && !(success && isBefore(other, success)),
  );
  const mayBeLocked = guesses.length >= MANY_GUESSES;
  return [{ call, isOtherServed, mayBeLocked }];
}

/** A service may refuse an id that it never gave with 403, as one of another workspace. */
function isAboutItsOwn({ id }: Call, trace: Trace): boolean {
  return id === '' || (trace.presentation(id)?.snapshots.length ?? 0) > 0 || trace.job(id) !== undefined;
}
