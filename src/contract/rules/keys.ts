/** Rules about keys, four for each operation: it refuses a missing and a wrong key, and accepts both headers. Section 5. */
import { headerOf } from '../../journal/exchange.js';
import { GATEWAY_MARK } from '../../journal/redact/gateway-headers.js';
import type { Finding, Judgement, Rule } from '../rule.js';
import { isDecided, isOk, type Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';
import { patchEffect } from './patch-effects.js';
import { wrongKeyNames } from '../../trace/key-marks.js';
import { messageEffect } from './message-effects.js';
import { isHeaderRefusal } from './header-refusal.js';
import { fail, checkEach, warn } from './findings.js';
import { operations, type NamedOperation } from './named-operations.js';
import { isRefusalInBody, leaksResource } from './leaked-resource.js';
import { noDisabledKey } from './reasons.js';
import { inWords } from '../words.js';

const reading =
  'The interface does not document the status of a refusal: every response that is not a success or a rate limit counts. A success that only ' +
  'describes an error is a warning for creating, renaming and messages, whose response bodies are open, if it has no effect. ' +
  'The rule is judged only if the same operation succeeds with a key.';

export const keyRules: readonly Rule[] = operations.flatMap((operation) => [
  {
    id: `keys/${operation.name}-refuses-no-key`,
    sections: ['4', '5', operation.section],
    level: 'must',
    title: `${operation.endpoint} refuses a request without a key`,
    reading: `${reading} A request with another Authorization header, a cookie or a key in its query is not one without a key: a service may accept it.`,
    judge: judgeRefusal(operation, (call) => call.by.via === 'none' && !hasOtherCredential(call)),
  },
  {
    id: `keys/${operation.name}-refuses-wrong-key`,
    sections: ['4', '5', operation.section],
    level: 'must',
    title: `${operation.endpoint} refuses a key that no workspace has`,
    reading,
    judge: judgeRefusal(operation, (call) => call.by.wrong),
  },
  ...(['bearer', 'x-api-key'] as const).map((via): Rule => ({
    id: `keys/${operation.name}-accepts-${via}`,
    sections: ['4', '5', operation.section],
    level: 'must',
    title: `${operation.endpoint} accepts the key in ${via === 'bearer' ? 'Authorization: Bearer' : 'x-api-key'} alone`,
    reading:
      'The rule fails when the operation always refuses this header and always accepts the other, or refuses it from some time on: twice ' +
      'with 401 or 403, or three times with another error, while the other header succeeds in between. ' +
      'In a recording, a refusal counts only after the key has worked: API access may begin later.',
    judge: (trace) => judgeAcceptance(trace, operation, via),
  })),
]);

const disabledReading =
  'The rule is judged only with a key of a workspace without API access, for operations that succeed with another key. Every refusal counts.';

export const disabledKeyRules: readonly Rule[] = [
  {
    id: 'keys/api-access-is-needed',
    sections: ['1', '5'],
    level: 'must',
    title: 'A key of a workspace without API access is refused',
    reading: disabledReading,
    judge: checkEach(
      (trace) =>
        trace.otherCalls
          .concat(trace.succeeded)
          .filter(
            (call) =>
              call.by.isDisabled === true && isDecided(call) && trace.keyed(call.operation).some(isOk),
          ),
      noDisabledKey,
      (call) =>
        call.ok
          ? fail('a key of a workspace without API access is accepted', {
              expected: inWords('a refusal'),
              actual: call.status,
              call,
            })
          : undefined,
    ),
  },
];

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

function judgeRefusal(
  operation: NamedOperation,
  isProbe: (call: Call) => boolean,
): (trace: Trace) => Judgement {
  const isJudgedProbe = (call: Call): boolean =>
    call.operation === operation.id && isProbe(call) && isDecided(call);
  const probesOf = (trace: Trace): readonly Call[] => trace.otherCalls.filter(isJudgedProbe);
  const judge = checkEach(probesOf, 'not seen: a request came with such a key', (call, trace) => {
    const { wrongKind, via } = call.by;
    const how = wrongKind === undefined ? 'without a key' : `with ${wrongKeyNames[wrongKind].join(' ')}`;
    const header = via === 'none' ? '' : ` in ${via}`;
    const details = {
      expected: inWords('a refusal'),
      actual: call.status,
      call,
      cause: `${wrongKind === undefined ? 'a missing key' : 'a wrong key'}${header} is not refused`,
    };
    const isRefused = !call.ok || isRefusalInBody(call);
    if (!isRefused) return fail(`${operation.endpoint} accepts a request ${how}${header}`, details);
    if (leaksResource(call)) {
      return fail(`${operation.endpoint} refuses a request ${how}${header}, but leaks the resource`, details);
    }
    const effect =
      patchEffect(
        call,
        trace,
        `${operation.endpoint} refuses a request ${how}${header}, but carries it out`,
      ) ?? messageEffect(call, trace, `a message ${how}${header} is refused, but the job goes on`);
    if (effect) return effect;
    if (call.ok)
      return warn(`a request ${how}${header} gets ${call.status} with an error in the body`, details);
    return undefined;
  });
  return (trace) => (trace.keyed(operation.id).some(isOk) ? judge(trace) : NO_SUCCESS);
}

const NO_SUCCESS: Judgement = {
  checked: 0,
  findings: [],
  notReached: 'the operation never succeeded with a key, so a refusal proves nothing',
};

function judgeAcceptance(trace: Trace, operation: NamedOperation, via: 'bearer' | 'x-api-key'): Judgement {
  const findings: Finding[] = [];
  let checked = 0;
  for (const call of trace.keyed(operation.id)) {
    if (call.by.via !== via) continue;
    if (call.ok) checked++;
    else if (isHeaderRefusal(call, trace))
      findings.push(
        fail(`${operation.endpoint} refuses the key in this header, but accepts it in the other`, {
          expected: inWords('success with both headers'),
          actual: call.status,
          call,
          cause: `the key in ${via} is refused`,
        }),
      );
  }
  return {
    checked,
    findings,
    notReached: `not seen: a valid request succeeded with ${via}`,
  };
}
