/** Rows about keys: each operation refuses a missing and a wrong key and accepts both headers, and a valid key stays valid. Section 5. */
import { getHeader } from '../../journal/exchange.js';
import { GATEWAY_MARK } from '../../journal/redact/redaction-mark.js';
import { endedBefore, isProcessed, hasValidKey, isSuccess, type Call } from '../model/call.js';
import { keyPlaceholders, invalidKeyLabels, type InvalidKeyKind } from '../model/key-placeholders.js';
import type { Trace } from '../model/trace.js';
import { keyHeaderIsRejected } from '../downgrades/downgrades.js';
import type { Rule } from '../rule.js';
import { NO_DISABLED_KEY } from './not-covered.js';
import { description } from '../description.js';
import { findForbiddenEffect } from './checks/rejected-request-effects.js';
import { operations, type OperationMeta } from './operations.js';
import { violation, info, createRule } from './create-rule.js';

const refusalReading =
  'Any non-2xx status except 429 is a rejection. Checked only if the operation also succeeds with a valid key.';

export const authRules: readonly Rule[] = [
  ...operations.flatMap((operation) => [
    createRejectsRule(
      operation,
      'no-key',
      'a request without a key',
      (call) => call.credential.header === 'none' && !hasOtherCredential(call),
    ),
    createRejectsRule(
      operation,
      'wrong-key',
      'a key that no workspace has',
      ({ credential }) => credential.isInvalid,
    ),
    createAcceptsRule(operation, 'bearer', 'Authorization: Bearer'),
    createAcceptsRule(operation, 'x-api-key', 'x-api-key'),
  ]),
  createRule({
    id: 'auth/rejects-key-without-api-access',
    sections: ['1', '5'],
    title: 'Rejects a key of a workspace without API access',
    select: (trace) =>
      trace.calls.filter(
        (call) =>
          call.credential.isDisabled === true &&
          isProcessed(call) &&
          trace.callsWithValidKey(call.operation).some(isSuccess),
      ),
    notCovered: NO_DISABLED_KEY,
    check: (call) =>
      call.isSuccess
        ? violation('a key of a workspace without API access is accepted', {
            expected: description('a refusal'),
            actual: call.status,
            call,
          })
        : undefined,
  }),
  createRule({
    id: 'auth/valid-key-stays-valid',
    sections: ['1', '5'],
    title: 'A valid key stays valid during the run',
    interpretation:
      'Judged in runs of deckhand verify. The rule fails if the service refuses each request with the key with 401 or 403 from some time on, while it ' +
      'still serves the key of another workspace. Else it may block the address of the run, or lock a key after guesses at it: this is observed.',
    select: getKeyAccess,
    notCovered: 'not seen: a run of deckhand verify',
    check: ({ call, isOtherServed, mayBeLockedOut }) => {
      if (!call) return undefined;
      if (!isOtherServed || mayBeLockedOut) return info('the service starts to reject the key', { call });
      return violation('a valid key is rejected by all operations from exchange #N on', {
        expected: description('access to the workspace of the key'),
        actual: statusOf(call),
        call,
        cause: 'a valid key is refused for good',
      });
    },
  }),
];

function createRejectsRule(
  { id, name, section, endpoint }: OperationMeta,
  kind: string,
  what: string,
  isProbe: (call: Call) => boolean,
): Rule {
  const { judge, ...facts } = createRule({
    id: `keys/${name}-refuses-${kind}`,
    sections: ['4', '5', section],
    title: `${endpoint} refuses ${what}`,
    interpretation: refusalReading,
    select: ({ unsuccessfulCalls }) =>
      unsuccessfulCalls.filter((call) => call.operation === id && isProbe(call) && isProcessed(call)),
    notCovered: 'not seen: a request came with such a key',
    check: (call, trace) => {
      const { invalidKind, header: via } = call.credential;
      const header = via === 'none' ? '' : ` in ${via}`;
      const how = `${invalidKind === undefined ? 'without a key' : `with ${invalidKeyLabels[invalidKind].join(' ')}`}${header}`;
      return findForbiddenEffect(call, trace, {
        accepted: `${endpoint} accepts a request ${how}`,
        refused: `${endpoint} refuses a request ${how}`,
        done: 'carries it out',
        cause: `${invalidKind === undefined ? 'a missing key' : 'a wrong key'}${header} is not refused`,
      });
    },
  });
  const noSuccess = 'the operation never succeeded with a key, so a refusal proves nothing';
  return {
    ...facts,
    judge: (trace) =>
      trace.callsWithValidKey(id).some(isSuccess)
        ? judge(trace)
        : { checked: 0, findings: [], notCovered: noSuccess },
  };
}

/** Names of query parameters that hold a key. */
const KEY_IN_QUERY = /[?&][^&=]*(?:key|token|auth)=/i;

/** Whether a service may know the sender by something else than one of the two documented headers. */
function hasOtherCredential({ exchange: { request } }: Call): boolean {
  const authorization = getHeader(request.headers, 'authorization');
  return (
    (authorization !== undefined && !authorization.endsWith(GATEWAY_MARK)) ||
    getHeader(request.headers, 'cookie') !== undefined ||
    KEY_IN_QUERY.test(request.url)
  );
}

function createAcceptsRule(
  { id, name, section, endpoint }: OperationMeta,
  via: 'bearer' | 'x-api-key',
  header: string,
): Rule {
  return createRule({
    id: `keys/${name}-accepts-${via}`,
    sections: ['4', '5', section],
    title: `${endpoint} accepts the key in ${header} alone`,
    interpretation:
      'The rule fails when the operation always refuses this header and always accepts the other, or refuses it from some time on: twice ' +
      'with 401 or 403, or three times with another error, while the other header succeeds in between.',
    select: (trace) =>
      trace
        .callsWithValidKey(id)
        .filter(
          (call) =>
            call.credential.header === via &&
            (call.isSuccess || keyHeaderIsRejected(call, trace) !== undefined),
        ),
    notCovered: `not seen: a valid request succeeded with ${via}`,
    check: (call) =>
      call.isSuccess
        ? undefined
        : violation(`${endpoint} refuses the key in this header, but accepts it in the other`, {
            expected: description('success with both headers'),
            actual: call.status,
            call,
            cause: `the key in ${via} is refused`,
          }),
  });
}

interface KeyAccess {
  /** The first refusal after the last success. */
  readonly call: Call | undefined;
  readonly isOtherServed: boolean;
  /** Whether the run guessed at the key right before. */
  readonly mayBeLockedOut: boolean;
}

/** Wrong keys from which a service may tell which key they are meant to be. */
const KEY_GUESSES: ReadonlySet<InvalidKeyKind | undefined> = new Set(['truncated', 'extended', 'other-case']);
/** One or two wrong keys lock no account. */
const MIN_GUESSES_FOR_LOCKOUT = 3;

/** A trace marks the calls that a block refused, and keeps their status apart. */
const statusOf = ({ status, gatewayStatus }: Call): number => gatewayStatus ?? status;

const isRefusal = (call: Call): boolean => statusOf(call) === 401 || statusOf(call) === 403;

/** The use of the key under test, if the journal is that of a run. */
function getKeyAccess(trace: Trace): readonly KeyAccess[] {
  const { calls, succeeded } = trace;
  const own = calls.filter(
    (call) => hasValidKey(call) && call.credential.key === keyPlaceholders.main && statusOf(call) > 0,
  );
  const last = own.findLastIndex((call) => !isRefusal(call));
  if (last < 0) return [];
  const refused = own.slice(last + 1);
  const [call] = refused;
  const vias = new Set(refused.map(({ credential }) => credential.header));
  // A quota or a plan may refuse starts. Everybody with access can list templates.
  if (!call || vias.size < 2 || !refused.some(({ operation }) => operation === 'listTemplates'))
    return [{ call: undefined, isOtherServed: false, mayBeLockedOut: false }];
  const success = own[last];
  const guesses = calls.filter(
    (other) => KEY_GUESSES.has(other.credential.invalidKind) && !(success && endedBefore(other, success)),
  );
  return [
    {
      call,
      isOtherServed: succeeded.some((other) => endedBefore(call, other)),
      mayBeLockedOut: guesses.length >= MIN_GUESSES_FOR_LOCKOUT,
    },
  ];
}
