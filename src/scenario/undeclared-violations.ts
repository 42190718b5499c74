/** Finds contract violations by faults and status fields that the scenario does not declare in `violates`. */
import { routes, type OperationId } from '../generated/routes.js';
import { fillPlaceholders } from '../base/placeholders.js';
import { validate } from '../generated/validate-documented.js';
import type { InputIssue } from '../base/user-error.js';
import type { CompiledFault, CompiledFaultResponse, Timeline } from './timeline.js';
import { SAMPLE_PRESENTATION, findStatusFieldViolations } from './status-field-violations.js';

/** A body that is not JSON violates this rule. */
export const JSON_RULE = 'response/success-body-is-json';

/** Values for the placeholders of a response. */
const SAMPLE_PLACEHOLDERS = {
  ...SAMPLE_PRESENTATION,
  presentation: SAMPLE_PRESENTATION,
  generation_id: 'gen_1',
  poll_url: '/api/v1/presentations/generate/gen_1/status',
};

export function findUndeclaredViolations(timeline: Timeline): InputIssue[] {
  const { jobs, violates, steps } = timeline;
  return [
    ...findFaultViolations(timeline),
    ...(violates.length === 0 ? steps.flatMap(findStatusFieldViolations) : []),
    ...jobs.flatMap((job, index) =>
      findUndeclaredViolations(job).map((issue) => ({
        ...issue,
        pointer: `/jobs/${index}${issue.pointer}`,
      })),
    ),
  ];
}

function findFaultViolations({ faults, violates }: Timeline): InputIssue[] {
  return faults.flatMap((fault, index): InputIssue[] => {
    const pointer = `/faults/${index}`;
    const isSuccess = fault.response === undefined || isSuccessStatus(fault.response.status);
    const issues: InputIssue[] = [];
    if (fault.corrupt && isSuccess && !violates.includes(JSON_RULE)) {
      issues.push({
        pointer: `${pointer}/corrupt`,
        detail: `violates the contract. If you want that, declare it: violates: [${JSON_RULE}]`,
      });
    }
    if (fault.response && violates.length === 0) {
      const violation = findOperationViolation(fault, fault.response);
      if (violation)
        issues.push({
          pointer: `${pointer}/response`,
          detail: `violates the contract: ${violation}. If you want that, name the rule in violates`,
        });
    }
    return issues;
  });
}

/** Undefined when the contract allows the response for each operation of the fault. */
function findOperationViolation(
  { operations }: CompiledFault,
  response: CompiledFaultResponse,
): string | undefined {
  for (const operation of operations) {
    const violation = findResponseViolation(operation, response);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** How a response violates the contract; undefined when the contract allows it, and for errors, whose bodies it does not describe. */
export function findResponseViolation(
  operation: OperationId,
  { status, body, headers }: Pick<CompiledFaultResponse, 'status' | 'body' | 'headers'>,
): string | undefined {
  if (!isSuccessStatus(status)) return undefined;
  const route = routes.find(({ operationId }) => operationId === operation);
  const response = route?.responses[String(route.successStatus)];
  if (!route || !response) return undefined;
  if (!response.statusAssumed && status !== route.successStatus) {
    return `${operation} succeeds with ${route.successStatus}, not ${status}`;
  }
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    return `${type} is not JSON`;
  const [error] = validate(response.schema, fillPlaceholders(body, SAMPLE_PLACEHOLDERS) ?? null);
  return (
    error && `the body of ${operation}${error.pointer === '' ? '' : `, at ${error.pointer},`} ${error.detail}`
  );
}

function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
