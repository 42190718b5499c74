/** Whether a success breaks what the document says: then it is no choice to learn from, and the judge's to speak of. */
import { routes } from '../../generated/routes.js';
import { validate } from '../../generated/validate-documented.js';
import type { ValidatedSchema } from '../../generated/validated-schema.js';
import { isObject, knownStatus, type Call } from '../../contract/index.js';

const byOperation = new Map(routes.map((route) => [route.operationId, route]));

const viewSchemas = {
  generating: 'JobGenerating',
  awaiting_input: 'JobAwaitingInput',
  completed: 'JobCompleted',
  failed: 'JobFailed',
} as const;

/** The schema of a view, by its status; `undefined` for a status there is not. */
export function viewSchemaOf(value: unknown): (typeof viewSchemas)[keyof typeof viewSchemas] | undefined {
  const status = isObject(value) ? knownStatus(value['status']) : undefined;
  return status && viewSchemas[status];
}

/** One line; `undefined` when nothing documented is broken, as far as one exchange shows it. */
export function brokenPromise(call: Call): string | undefined {
  const route = byOperation.get(call.operation);
  const response = route?.responses[String(route.successStatus)];
  if (!route || !response) return undefined;
  const name = `${route.method} ${route.path}`;
  if (!response.statusAssumed && call.status !== route.successStatus)
    return `${name} answers ${call.status} instead of ${route.successStatus}`;
  const { answer } = call;
  if (answer.kind === 'not-json' || answer.kind === 'not-utf8')
    return `${name} answers something that is no JSON`;
  if (answer.kind === 'beyond') return undefined;
  const schema =
    response.schema === 'JobView' && answer.kind === 'json'
      ? (viewSchemaOf(answer.value) ?? 'JobView')
      : response.schema;
  const value = answer.kind === 'json' ? withoutNulls(answer.value) : undefined;
  if (value === undefined && !isShown(schema)) return undefined;
  const [fault] = validate(schema, value);
  return fault && `${name} answers a ${schema} whose ${fault.pointer.slice(1) || 'body'} ${fault.expected}`;
}

/** Whether the interface shows the body: then there has to be one. */
function isShown(schema: ValidatedSchema): boolean {
  return validate(schema, undefined).length > 0;
}

/** null in the place of an absent field is unusual, and nobody's fault. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}
