/** Rules about keys: each operation rejects missing and invalid keys and accepts both headers, and a valid key stays valid. Section 5. */
import { getHeader } from '../../journal/exchange.js';
import { GATEWAY_MARK } from '../../journal/redact/redaction-mark.js';
import { endedBefore, isProcessed, hasValidKey, isSuccess, type Call } from '../model/call.js';
import type { Credential } from '../model/credential.js';
import { keyPlaceholders, invalidKeyLabels, type InvalidKeyKind } from '../model/key-placeholders.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { keyHeaderIsRejected } from '../downgrades/rejected-key-header.js';
import type { Finding, Rule } from '../rule.js';
import { NO_DISABLED_KEY } from './not-covered.js';
import { description } from '../description.js';
import { findForbiddenEffect } from './checks/rejected-request-effects.js';
import { createOperationRule } from './create-operation-rule.js';
import { violation, info, createRule } from './create-rule.js';

/** Query parameters that may contain a key. */
const KEY_IN_QUERY = /[?&][^&=]*(?:key|token|auth)=/i;

/** Invalid keys that a service may recognize as variations of a valid one. */
const KEY_GUESSES: ReadonlySet<InvalidKeyKind | undefined> = new Set(['truncated', 'extended', 'other-case']);

/** Fewer invalid keys do not lock an account. */
const MIN_GUESSES_FOR_LOCKOUT = 3;

interface KeyAccess {
  /** The first rejection after the last success. */
  readonly call: Call | undefined;
  /** Whether the key of the other workspace still works. */
  readonly isOtherAccepted: boolean;
  /** Whether variations of the key were sent right before. */
  readonly mayBeLockedOut: boolean;
}

const headerLabels: Readonly<Record<Exclude<Credential['header'], 'none'>, string>> = {
  bearer: 'Authorization',
  'x-api-key': 'x-api-key',
  both: 'both headers',
  'not-recorded': 'a header that was not recorded',
};

const rejectionInterpretation =
  'Any non-2xx status except 429 is a rejection. Checked only if the operation also succeeds with a valid key.';

export const authRules: readonly Rule[] = [
  createRejectsRule({
    id: 'auth/rejects-missing-key',
    title: 'Each operation rejects a request without a key',
    isMeant: (call) =>
      call.credential.header === 'none' && call.pathForm === undefined && !hasOtherCredential(call),
    notCovered: 'no request without a key in the traffic',
  }),
  createRejectsRule({
    id: 'auth/rejects-invalid-key',
    title: 'Each operation rejects an invalid key',
    isMeant: ({ credential }) => credential.isInvalid,
    notCovered: 'no request with an invalid key in the traffic',
  }),
  createAcceptsRule('bearer', 'Authorization: Bearer'),
  createAcceptsRule('x-api-key', 'x-api-key'),
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
            expected: description('a rejection'),
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
      'verify only. Fails if every request with the key gets 401 or 403 until the end, while the other workspace’s key works. ' +
      'Otherwise info: an address block or a key lockout.',
    select: getKeyAccess,
    notCovered: 'no run of `deckhand verify` in the traffic',
    check: ({ call, isOtherAccepted, mayBeLockedOut }) => {
      if (!call) return undefined;
      if (!isOtherAccepted || mayBeLockedOut) return info('the service starts to reject the key', { call });
      return violation(
        `a valid key is rejected by all operations from exchange #${call.exchange.sequence} on`,
        {
          expected: description('access to the workspace of the key'),
          actual: statusOf(call),
          call,
          cause: 'a valid key is permanently rejected',
        },
      );
    },
  }),
];

function createRejectsRule({
  isMeant,
  notCovered,
  ...meta
}: {
  readonly id: string;
  readonly title: string;
  readonly isMeant: (call: Call) => boolean;
  readonly notCovered: string;
}): Rule {
  return createOperationRule({
    ...meta,
    sections: ['4', '5'],
    interpretation: rejectionInterpretation,
    checkOperation: (trace, { id, endpoint }) => {
      if (!trace.callsWithValidKey(id).some(isSuccess))
        return { checked: 0, findings: [], notCovered: 'no successful request with a valid key' };
      const calls = trace.unsuccessfulCalls.filter(
        (call) => call.operation === id && isMeant(call) && isProcessed(call),
      );
      return {
        checked: calls.length,
        findings: calls.flatMap((call) => checkRejection(call, endpoint, trace) ?? []),
        notCovered,
      };
    },
  });
}

function checkRejection(call: Call, endpoint: string, trace: Trace): Finding | undefined {
  const { invalidKind, header } = call.credential;
  const where = header === 'none' ? '' : ` in ${headerLabels[header]}`;
  const holder = call.isSuccess && holdsKeys(trace) ? findKeyOnConnection(call, trace) : undefined;
  if (holder)
    return violation(
      `${endpoint} accepts a request without a valid key on a connection that had one before`,
      {
        expected: description('a rejection, as on a new connection'),
        actual: call.status,
        call,
        about: holder,
        isOfConnection: true,
        cause: 'a connection keeps the key of an earlier request',
      },
    );
  const key = `${invalidKind === undefined ? 'no key' : invalidKeyLabels[invalidKind].join(' ')}${where}`;
  return findForbiddenEffect(call, trace, {
    accepted: `${endpoint} accepts ${invalidKind === undefined ? 'a request without a key' : key}`,
    rejected: `${endpoint} rejects a request with ${key}`,
    effect: 'performs it',
    cause: `${invalidKind === undefined ? 'a missing key' : 'an invalid key'}${where} is accepted`,
  });
}

/** The first request of each connection that succeeded with a valid key. */
const getFirstByConnection = memoizeByTrace(({ succeeded }) => {
  const firsts = new Map<string, Call>();
  for (const call of succeeded) {
    const { connection } = call.exchange;
    if (connection !== undefined && !firsts.has(connection)) firsts.set(connection, call);
  }
  return firsts;
});

/** The first request with a valid key on the connection of a call, before it. */
function findKeyOnConnection(call: Call, trace: Trace): Call | undefined {
  const first = getFirstByConnection(trace).get(call.exchange.connection ?? '');
  return first && endedBefore(first, call) ? first : undefined;
}

/**
 * Whether a connection keeps the key: a read without a valid key succeeds on a connection that had one before, and the same read is
 * rejected on a connection that had none.
 */
const holdsKeys = memoizeByTrace((trace) =>
  trace.unsuccessfulCalls.some(
    (call) =>
      call.isSuccess &&
      findKeyOnConnection(call, trace) !== undefined &&
      trace
        .callsFor(call.operation, call.id)
        .some(
          (other) =>
            other.isClientError &&
            other.credential.header === call.credential.header &&
            other.credential.key === call.credential.key &&
            other.exchange.connection !== undefined &&
            other.exchange.connection !== call.exchange.connection &&
            findKeyOnConnection(other, trace) === undefined,
        ),
  ),
);

/** Whether the request has credentials outside the two documented headers. */
function hasOtherCredential({ exchange: { request } }: Call): boolean {
  const authorization = getHeader(request.headers, 'authorization');
  return (
    (authorization !== undefined && !authorization.endsWith(GATEWAY_MARK)) ||
    getHeader(request.headers, 'cookie') !== undefined ||
    KEY_IN_QUERY.test(request.url)
  );
}

function createAcceptsRule(via: 'bearer' | 'x-api-key', header: string): Rule {
  return createOperationRule({
    id: `auth/accepts-${via}-header`,
    sections: ['4', '5'],
    title: `Each operation accepts the key in the ${header} header`,
    interpretation:
      'Fails if this header is rejected and the other accepted: always, or until the end (2 × 401/403, or 3 × another error).',
    checkOperation: (trace, { id, endpoint }) => {
      const calls = trace
        .callsWithValidKey(id)
        .filter(
          (call) =>
            call.credential.header === via &&
            (call.isSuccess || keyHeaderIsRejected(call, trace) !== undefined),
        );
      return {
        checked: calls.length,
        findings: calls
          .filter((call) => !call.isSuccess)
          .map((call) =>
            violation(`${endpoint} rejects the key in one header and accepts it in the other`, {
              expected: description('success with both headers'),
              actual: call.status,
              call,
              cause: `the key in ${headerLabels[via]} is rejected`,
            }),
          ),
        notCovered: `no successful request with the key in ${header}`,
      };
    },
  });
}

/** The status, also of a call that an address block rejected. */
const statusOf = ({ status, gatewayStatus }: Call): number => gatewayStatus ?? status;

const isRejection = (call: Call): boolean => statusOf(call) === 401 || statusOf(call) === 403;

/** Whether the key under test keeps its access, in a run of `deckhand verify`. */
function getKeyAccess(trace: Trace): readonly KeyAccess[] {
  const { calls, succeeded } = trace;
  const own = calls.filter(
    (call) => hasValidKey(call) && call.credential.key === keyPlaceholders.main && statusOf(call) > 0,
  );
  const last = own.findLastIndex((call) => !isRejection(call));
  if (last < 0) return [];
  const rejected = own.slice(last + 1);
  const [call] = rejected;
  const vias = new Set(rejected.map(({ credential }) => credential.header));
  // A quota or a plan may reject starts, but never GET /templates.
  if (!call || vias.size < 2 || !rejected.some(({ operation }) => operation === 'listTemplates'))
    return [{ call: undefined, isOtherAccepted: false, mayBeLockedOut: false }];
  const success = own[last];
  const guesses = calls.filter(
    (other) => KEY_GUESSES.has(other.credential.invalidKind) && !(success && endedBefore(other, success)),
  );
  return [
    {
      call,
      isOtherAccepted: succeeded.some((other) => endedBefore(call, other)),
      mayBeLockedOut: guesses.length >= MIN_GUESSES_FOR_LOCKOUT,
    },
  ];
}
