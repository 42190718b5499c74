/**
 * Finds contract violations that the scenario does not declare in `violates`. Faults can
 * violate it, and the fields that a step adds to the status view.
 */
import { routes, type OperationId } from '../generated/routes.js';
import { fillPlaceholders } from '../base/placeholders.js';
import { validate } from '../generated/validate-documented.js';
import type { ScenarioIssue } from './scenario-issue.js';
import type { CompiledFault, CompiledFaultResponse, Timeline } from './timeline.js';
import { SAMPLE_PRESENTATION, findViewViolations } from './view-violations.js';

/** A body that is not JSON violates this rule. */
export const JSON_RULE = 'response/success-body-is-json';

export function findUndeclaredViolations(timeline: Timeline): ScenarioIssue[] {
  const { jobs, violates, steps } = timeline;
  return [
    ...faultViolations(timeline),
    ...(violates.length === 0 ? steps.flatMap(findViewViolations) : []),
    ...jobs.flatMap((job, index) =>
      findUndeclaredViolations(job).map((mistake) => ({
        ...mistake,
        pointer: `/jobs/${index}${mistake.pointer}`,
      })),
    ),
  ];
}

function faultViolations({ faults, violates }: Timeline): ScenarioIssue[] {
  return faults.flatMap((fault, index): ScenarioIssue[] => {
    const pointer = `/faults/${index}`;
    const isSuccess = fault.response === undefined || isSuccessStatus(fault.response.status);
    const mistakes: ScenarioIssue[] = [];
    if (fault.corrupt && isSuccess && !violates.includes(JSON_RULE)) {
      mistakes.push({
        pointer: `${pointer}/corrupt`,
        detail: `violates the contract. If you want that, declare it: violates: [${JSON_RULE}]`,
      });
    }
    if (fault.response && violates.length === 0) {
      const violation = findViolation(fault, fault.response);
      if (violation)
        mistakes.push({
          pointer: `${pointer}/response`,
          detail: `violates the contract: ${violation}. If you want that, name the rule in violates`,
        });
    }
    return mistakes;
  });
}

/** Undefined when the contract allows the response for each operation of the fault. */
function findViolation({ operations }: CompiledFault, response: CompiledFaultResponse): string | undefined {
  if (!isSuccessStatus(response.status)) return undefined;
  for (const operation of operations) {
    const violation = validateFaultResponse(operation, response);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Values for the placeholders of a response. */
const SAMPLE_PLACEHOLDERS = {
  ...SAMPLE_PRESENTATION,
  presentation: SAMPLE_PRESENTATION,
  generation_id: 'gen_1',
  poll_url: '/api/v1/presentations/generate/gen_1/status',
};

function validateFaultResponse(
  operation: OperationId,
  { status, body, headers }: CompiledFaultResponse,
): string | undefined {
  const route = routes.find(({ operationId }) => operationId === operation);
  const response = route?.responses[String(route.successStatus)];
  if (!route || !response) return undefined;
  if (!response.statusAssumed && status !== route.successStatus) {
    return `${operation} succeeds with ${route.successStatus}, not ${status}`;
  }
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    return `${type} is not JSON`;
  const [fault] = validate(response.schema, fillPlaceholders(body, SAMPLE_PLACEHOLDERS) ?? null);
  return (
    fault && `the body of ${operation}${fault.pointer === '' ? '' : `, at ${fault.pointer},`} ${fault.detail}`
  );
}

function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
