/** Rows about keys: each operation refuses a missing and a wrong key and accepts both headers, and a valid key stays valid. Section 5. */
import { headerOf } from '../../journal/exchange.js';
import { GATEWAY_MARK } from '../../journal/redact/mark.js';
import { isBefore, isDecided, isKeyed, isOk, type Call } from '../model/call.js';
import { keyMarks, wrongKeyNames, type WrongKeyKind } from '../model/key-marks.js';
import type { Trace } from '../model/trace.js';
import { refusedHeader } from '../excuses.js';
import type { Rule } from '../rule.js';
import { noDisabledKey } from './reasons.js';
import { inWords } from '../words.js';
import { forbiddenEffect } from './effects.js';
import { operations, type NamedOperation } from './operations.js';
import { broken, observed, row } from './row.js';

const refusalReading =
  'The status of a refusal is open: every response that is not a success or a rate limit counts. Judged only if the same operation succeeds with a key.';

export const keyRows: readonly Rule[] = [
  ...operations.flatMap((operation) => [
    refuses(
      operation,
      'no-key',
      'a request without a key',
      (call) => call.by.via === 'none' && !hasOtherCredential(call),
    ),
    refuses(operation, 'wrong-key', 'a key that no workspace has', ({ by }) => by.wrong),
    accepts(operation, 'bearer', 'Authorization: Bearer'),
    accepts(operation, 'x-api-key', 'x-api-key'),
  ]),
  row({
    id: 'keys/api-access-is-needed',
    sections: ['1', '5'],
    title: 'A key of a workspace without API access is refused',
    items: (trace) =>
      trace.calls.filter(
        (call) => call.by.isDisabled === true && isDecided(call) && trace.keyed(call.operation).some(isOk),
      ),
    unseen: noDisabledKey,
    check: (call) =>
      call.ok
        ? broken('a key of a workspace without API access is accepted', {
            expected: inWords('a refusal'),
            actual: call.status,
            call,
          })
        : undefined,
  }),
  row({
    id: 'keys/valid-key-keeps-access',
    sections: ['1', '5'],
    title: 'A valid key has access during the whole run',
    reading:
      'Judged in runs of deckhand verify. The rule fails if the service refuses each request with the key with 401 or 403 from some time on, while it ' +
      'still serves the key of another workspace. Else it may block the address of the run, or lock a key after guesses at it: this is observed.',
    items: keyUses,
    unseen: 'not seen: a run of deckhand verify',
    check: ({ call, isOtherServed, mayBeLocked }) => {
      if (!call) return undefined;
      if (!isOtherServed || mayBeLocked)
        return observed('the service refuses each request with the key from some time on', { call });
      return broken('a valid key is refused from some time on, in both headers and for all operations', {
        expected: inWords('access to the workspace of the key'),
        actual: statusOf(call),
        call,
        cause: 'a valid key is refused for good',
      });
    },
  }),
];

function refuses(
  { id, name, section, endpoint }: NamedOperation,
  kind: string,
  what: string,
  isProbe: (call: Call) => boolean,
): Rule {
  const { judge, ...facts } = row({
    id: `keys/${name}-refuses-${kind}`,
    sections: ['4', '5', section],
    title: `${endpoint} refuses ${what}`,
    reading: refusalReading,
    items: ({ otherCalls }) =>
      otherCalls.filter((call) => call.operation === id && isProbe(call) && isDecided(call)),
    unseen: 'not seen: a request came with such a key',
    check: (call, trace) => {
      const { wrongKind, via } = call.by;
      const header = via === 'none' ? '' : ` in ${via}`;
      const how = `${wrongKind === undefined ? 'without a key' : `with ${wrongKeyNames[wrongKind].join(' ')}`}${header}`;
      return forbiddenEffect(call, trace, {
        accepted: `${endpoint} accepts a request ${how}`,
        refused: `${endpoint} refuses a request ${how}`,
        done: 'carries it out',
        cause: `${wrongKind === undefined ? 'a missing key' : 'a wrong key'}${header} is not refused`,
      });
    },
  });
  const noSuccess = 'the operation never succeeded with a key, so a refusal proves nothing';
  return {
    ...facts,
    judge: (trace) =>
      trace.keyed(id).some(isOk) ? judge(trace) : { checked: 0, findings: [], notReached: noSuccess },
  };
}

/** Names of query parameters that hold a key. */
const KEY_IN_QUERY = /[?&][^&=]*(?:key|token|auth)=/i;

/** Whether a service may know the sender by something else than one of the two documented headers. */
function hasOtherCredential({ exchange: { request } }: Call): boolean {
  const authorization = headerOf(request.headers, 'authorization');
  return (
    (authorization !== undefined && !authorization.endsWith(GATEWAY_MARK)) ||
    headerOf(request.headers, 'cookie') !== undefined ||
    KEY_IN_QUERY.test(request.url)
  );
}

function accepts(
  { id, name, section, endpoint }: NamedOperation,
  via: 'bearer' | 'x-api-key',
  header: string,
): Rule {
  return row({
    id: `keys/${name}-accepts-${via}`,
    sections: ['4', '5', section],
    title: `${endpoint} accepts the key in ${header} alone`,
    reading:
      'The rule fails when the operation always refuses this header and always accepts the other, or refuses it from some time on: twice ' +
      'with 401 or 403, or three times with another error, while the other header succeeds in between.',
    items: (trace) =>
      trace
        .keyed(id)
        .filter((call) => call.by.via === via && (call.ok || refusedHeader(call, trace) !== undefined)),
    unseen: `not seen: a valid request succeeded with ${via}`,
    check: (call) =>
      call.ok
        ? undefined
        : broken(`${endpoint} refuses the key in this header, but accepts it in the other`, {
            expected: inWords('success with both headers'),
            actual: call.status,
            call,
            cause: `the key in ${via} is refused`,
          }),
  });
}

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

/** The use of the key under test, if the journal is that of a run. */
function keyUses(trace: Trace): readonly KeyUse[] {
  const { calls, succeeded } = trace;
  const own = calls.filter((call) => isKeyed(call) && call.by.key === keyMarks.first && statusOf(call) > 0);
  const last = own.findLastIndex((call) => !isRefusal(call));
  if (last < 0) return [];
  const refused = own.slice(last + 1);
  const [call] = refused;
  const vias = new Set(refused.map(({ by }) => by.via));
  // A quota or a plan may refuse starts. Everybody with access can list templates.
  if (!call || vias.size < 2 || !refused.some(({ operation }) => operation === 'listTemplates'))
    return [{ call: undefined, isOtherServed: false, mayBeLocked: false }];
  const success = own[last];
  const guesses = calls.filter(
    (other) => GUESSES.has(other.by.wrongKind) && !(success && isBefore(other, success)),
  );
  return [
    {
      call,
      isOtherServed: succeeded.some((other) => isBefore(call, other)),
      mayBeLocked: guesses.length >= MANY_GUESSES,
    },
  ];
}
