/** Creates methods that run an operation of the control API, from their table. */
import type { ControlMethod } from '../../generated/workspace-methods.js';
import { toQuery, type ControlRequest } from './validate-input.js';

/** A method of the control document, or one that computes its result from the response. */
export type MethodEntry =
  | ControlMethod
  | (Pick<ControlMethod, 'operation' | 'summary' | 'arguments'> & {
      readonly returns: (response: never) => unknown;
    });

export type MethodTable<Methods> = { readonly [Name in keyof Methods]: MethodEntry };

/** The base of a class whose constructor adds the methods of a table. It has none itself: the type is what `bindMethods` returns. */
export const withMethods = <Methods extends object>(): new () => Methods => class {} as new () => Methods;

/** @param call runs a method with the arguments of its caller: at once in process, or with a promise over HTTP */
export function bindMethods<Methods>(
  table: MethodTable<Methods>,
  call: (method: MethodEntry, values: readonly unknown[]) => unknown,
): Record<string, (...values: readonly unknown[]) => unknown> {
  const entries = Object.entries<MethodEntry>(table);
  return Object.fromEntries(
    entries.map(([name, method]) => [name, (...values: readonly unknown[]) => call(method, values)]),
  );
}

/** @throws UserError (`invalid-input`) if options are no object */
export function toControlRequest(
  { arguments: parameters }: MethodEntry,
  values: readonly unknown[],
): ControlRequest {
  const params: Record<string, string> = {};
  let query: Readonly<Record<string, string>> = {};
  let body: unknown;
  for (const [index, [, place]] of parameters.entries()) {
    const value = values[index];
    const [part, field] = place.split('.');
    // `assertInput` rejects what is no string.
    if (part === 'path' && field !== undefined) params[field] = value as string;
    else if (part === 'query') query = toQuery(field === undefined ? (value ?? {}) : { [field]: value });
    else body = field === undefined ? value : { [field]: value };
  }
  return { params, query, body };
}

export function toMethodResult({ returns }: MethodEntry, response: unknown): unknown {
  if (typeof returns === 'function') return returns(response as never);
  if (returns === 'void') return undefined;
  return returns === undefined ? response : (response as Readonly<Record<string, unknown>>)[returns];
}
