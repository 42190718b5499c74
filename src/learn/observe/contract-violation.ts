/** Finds successes that violate the documented contract. Deckhand learns nothing from them; `deckhand judge` reports them. */
import { routes } from '../../generated/routes.js';
import { validate } from '../../generated/validate-documented.js';
import type { ValidatedSchema } from '../../generated/validated-schema.js';
import { isObject } from '../../base/json.js';
import { knownStatus, type Call } from '../../contract/index.js';

const byOperation = new Map(routes.map((route) => [route.operationId, route]));

const viewSchemas = {
  generating: 'JobGenerating',
  awaiting_input: 'JobAwaitingInput',
  completed: 'JobCompleted',
  failed: 'JobFailed',
} as const;

/** The schema of a status view, by its status; `undefined` for an unknown status. */
export function viewSchemaOf(value: unknown): (typeof viewSchemas)[keyof typeof viewSchemas] | undefined {
  const status = isObject(value) ? knownStatus(value['status']) : undefined;
  return status && viewSchemas[status];
}

/** The violation in one line; `undefined` when this exchange shows none. */
export function violationIn(call: Call): string | undefined {
  const route = byOperation.get(call.operation);
  const response = route?.responses[String(route.successStatus)];
  if (!route || !response) return undefined;
  const name = `${route.method} ${route.path}`;
  if (!response.statusAssumed && call.status !== route.successStatus)
    return `${name} returns ${call.status} instead of ${route.successStatus}`;
  const { received: answer } = call;
  if (answer.kind === 'not-json') return `${name} returns a body that is not JSON`;
  if (answer.kind === 'too-large') return undefined;
  const schema =
    response.schema === 'JobView' && answer.kind === 'json'
      ? (viewSchemaOf(answer.value) ?? 'JobView')
      : response.schema;
  const value = answer.kind === 'json' ? withoutNulls(answer.value) : undefined;
  if (value === undefined && !isRequired(schema)) return undefined;
  const [fault] = validate(schema, value);
  return fault && `${name} returns a ${schema}: its ${fault.pointer.slice(1) || 'body'} ${fault.expected}`;
}

/** The interface requires a body where it documents one. */
function isRequired(schema: ValidatedSchema): boolean {
  return validate(schema, undefined).length > 0;
}

/** The contract allows null instead of an absent field. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}
