/**
 * A scenario that would answer something the contract forbids is refused, unless it admits it in `violates`. What steps
 * can say is always allowed by the contract; it is the faults that can break it.
 */
import { routes, type OperationId } from '../generated/routes.js';
import { validate } from '../generated/validate-documented.js';
import type { Mistake } from './mistake.js';
import type { Fault, FaultAnswer, Timeline } from './timeline.js';

/** The rule that a body which is not JSON breaks. */
export const JSON_RULE = 'wire/success-bodies-are-json';

export function unadmittedViolations({ faults, violates }: Timeline): Mistake[] {
  return faults.flatMap((fault, index): Mistake[] => {
    const pointer = `/faults/${index}`;
    const isSuccess = fault.answer === undefined || isSuccessStatus(fault.answer.status);
    const mistakes: Mistake[] = [];
    if (fault.corrupt && isSuccess && !violates.includes(JSON_RULE)) {
      mistakes.push({
        pointer: `${pointer}/corrupt`,
        expected: `breaks the contract; say so with violates: [${JSON_RULE}]`,
      });
    }
    if (fault.answer && violates.length === 0) {
      const wrong = wrongAnswer(fault, fault.answer);
      if (wrong)
        mistakes.push({
          pointer: `${pointer}/answer`,
          expected: `breaks the contract: ${wrong}; name the rule in violates if that is the point`,
        });
    }
    return mistakes;
  });
}

/** What the contract has against an answer; `undefined` when it allows it for every operation the fault meets. */
function wrongAnswer({ operations }: Fault, answer: FaultAnswer): string | undefined {
  if (!isSuccessStatus(answer.status)) return undefined;
  for (const operation of operations) {
    const wrong = wrongSuccess(operation, answer);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongSuccess(operation: OperationId, { status, body, headers }: FaultAnswer): string | undefined {
  const route = routes.find(({ operationId }) => operationId === operation);
  const response = route?.responses[String(route.successStatus)];
  if (!route || !response) return undefined;
  if (!response.statusAssumed && status !== route.successStatus) {
    return `${operation} succeeds with ${route.successStatus}, not ${status}`;
  }
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    return `${type} is no JSON`;
  const [fault] = validate(response.schema, body ?? null);
  return (
    fault &&
    `the body of ${operation}${fault.pointer === '' ? '' : `, at ${fault.pointer},`} ${fault.expected}`
  );
}

function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
