/**
 * Finds responses of a scenario that violate the contract although the scenario declares no violation in `violates`. Faults can
 * violate it, and the fields that a step adds to the status view.
 */
import { routes, type OperationId } from '../generated/routes.js';
import { fill } from '../base/placeholders.js';
import { validate } from '../generated/validate-documented.js';
import type { Mistake } from './mistake.js';
import type { Fault, FaultResponse, Timeline } from './timeline.js';
import { PRESENTATION, viewViolations } from './view-violations.js';

/** A body that is not JSON violates this rule. */
export const JSON_RULE = 'wire/success-bodies-are-json';

export function undeclaredViolations(timeline: Timeline): Mistake[] {
  const { jobs, violates, steps } = timeline;
  return [
    ...faultViolations(timeline),
    ...(violates.length === 0 ? steps.flatMap(viewViolations) : []),
    ...jobs.flatMap((job, index) =>
      undeclaredViolations(job).map((mistake) => ({
        ...mistake,
        pointer: `/jobs/${index}${mistake.pointer}`,
      })),
    ),
  ];
}

function faultViolations({ faults, violates }: Timeline): Mistake[] {
  return faults.flatMap((fault, index): Mistake[] => {
    const pointer = `/faults/${index}`;
    const isSuccess = fault.answer === undefined || isSuccessStatus(fault.answer.status);
    const mistakes: Mistake[] = [];
    if (fault.corrupt && isSuccess && !violates.includes(JSON_RULE)) {
      mistakes.push({
        pointer: `${pointer}/corrupt`,
        expected: `violates the contract. If you want that, declare it: violates: [${JSON_RULE}]`,
      });
    }
    if (fault.answer && violates.length === 0) {
      const violation = violationOf(fault, fault.answer);
      if (violation)
        mistakes.push({
          pointer: `${pointer}/answer`,
          expected: `violates the contract: ${violation}. If you want that, name the rule in violates`,
        });
    }
    return mistakes;
  });
}

/** Undefined when the contract allows the response for each operation of the fault. */
function violationOf({ operations }: Fault, response: FaultResponse): string | undefined {
  if (!isSuccessStatus(response.status)) return undefined;
  for (const operation of operations) {
    const violation = violationIn(operation, response);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Values for the placeholders of a response. */
const SAMPLE = {
  ...PRESENTATION,
  presentation: PRESENTATION,
  generation_id: 'gen_1',
  poll_url: '/api/v1/presentations/generate/gen_1/status',
};

function violationIn(operation: OperationId, { status, body, headers }: FaultResponse): string | undefined {
  const route = routes.find(({ operationId }) => operationId === operation);
  const response = route?.responses[String(route.successStatus)];
  if (!route || !response) return undefined;
  if (!response.statusAssumed && status !== route.successStatus) {
    return `${operation} succeeds with ${route.successStatus}, not ${status}`;
  }
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    return `${type} is not JSON`;
  const [fault] = validate(response.schema, fill(body, SAMPLE) ?? null);
  return (
    fault &&
    `the body of ${operation}${fault.pointer === '' ? '' : `, at ${fault.pointer},`} ${fault.expected}`
  );
}

function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
