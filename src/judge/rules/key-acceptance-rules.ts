/** Rules about requests that a key may send: it is not rejected now and then. Section 5. */
import { endedBefore, hasValidKey, isFromVerify, type Call } from '../model/call.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { mayBeProxyPage } from '../downgrades/proxy-pages.js';
import { keyHeaderIsRejected } from '../downgrades/rejected-key-header.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { createRule, violation } from './create-rule.js';
import { getValidCalls, operations } from './operations.js';

/** Fewer rejections may be a coincidence, or a lock for a moment. */
const MIN_REJECTIONS = 3;

/** An accepted or rejected read with a valid key, between two requests that the service accepted with it. */
const getReads = memoizeByTrace((trace): readonly Call[] => {
  const reads = operations.flatMap(({ id }) =>
    getValidCalls(trace, id).filter(({ exchange }) => exchange.request.method === 'GET'),
  );
  return reads.filter((read) => isFromVerify(read) && (read.isSuccess || isBetweenSuccesses(read, trace)));
});

const isBetweenSuccesses = (read: Call, { succeeded }: Trace): boolean => {
  const own = succeeded.filter(
    ({ operation, credential }) => operation === read.operation && credential.key === read.credential.key,
  );
  return own.some((other) => endedBefore(other, read)) && own.some((other) => endedBefore(read, other));
};

const isRejection = ({ status }: Call): boolean => status === 401 || status === 403;

export const keyAcceptanceRules: readonly Rule[] = [
  createRule({
    id: 'auth/valid-key-is-accepted-each-time',
    sections: ['5'],
    title: 'A valid key is not rejected now and then',
    interpretation:
      `verify only. Checks reads that get 401 or 403 between successes of the operation. Warns, and fails after ${MIN_REJECTIONS} 401 that do ` +
      'not follow an invalid key.',
    select: (trace) => getReads(trace),
    notCovered: 'no read of `deckhand verify` that was accepted',
    check: checkRejection,
  }),
];

function checkRejection(call: Call, trace: Trace): Finding | undefined {
  if (!isRejection(call) || mayBeProxyPage(call, trace) !== undefined) return undefined;
  if (keyHeaderIsRejected(call, trace) !== undefined) return undefined;
  const before = trace.calls.findLast((other) => endedBefore(other, call));
  const isAfterInvalidKey = before !== undefined && !hasValidKey(before);
  const certain = getReads(trace).filter((read) => read.status === 401);
  return violation('a valid key is rejected between requests that were accepted', {
    expected: description('any 2xx'),
    actual: call.status,
    call,
    comparedWith: trace
      .callsFor(call.operation, call.id)
      .findLast(
        (other) =>
          other.isSuccess && other.credential.key === call.credential.key && endedBefore(other, call),
      ),
    downgrade:
      call.status === 401 && certain.length >= MIN_REJECTIONS && !isAfterInvalidKey
        ? undefined
        : 'a service may lock a key for a moment',
  });
}
