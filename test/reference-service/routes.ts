/** The seven operations of the interface (section 4) and their paths. Does not know their effects. */

export type Operation =
  | 'listTemplates'
  | 'getPresentation'
  | 'createPresentation'
  | 'startGeneration'
  | 'getGenerationStatus'
  | 'sendGenerationMessage'
  | 'updatePresentation';

/** Section 9: the base address ends in this prefix. */
export const prefix = '/api/v1';

const routes: readonly (readonly [Operation, method: string, path: string])[] = [
  ['listTemplates', 'GET', '/templates'],
  ['getPresentation', 'GET', '/presentations/:id'],
  ['createPresentation', 'POST', '/presentations'],
  ['startGeneration', 'POST', '/presentations/generate'],
  ['getGenerationStatus', 'GET', '/presentations/generate/:id/status'],
  ['sendGenerationMessage', 'POST', '/presentations/generate/:id/message'],
  ['updatePresentation', 'PATCH', '/presentations/:id'],
];

export const operations: readonly Operation[] = routes.map(([operation]) => operation);

export interface Match {
  /** Undefined when no operation has this path and method. */
  readonly operation: Operation | undefined;
  readonly pathIsKnown: boolean;
  /** The path parameter, percent-decoded; empty when the path has none. */
  readonly id: string;
}

export function match(method: string, path: string): Match {
  const known = routes.flatMap(([operation, ownMethod, pattern]) => {
    const id = parameter(prefix + pattern, path);
    return id === undefined ? [] : [{ operation, ownMethod, id }];
  });
  const found = known.find(({ ownMethod }) => ownMethod === method);
  return { operation: found?.operation, pathIsKnown: known.length > 0, id: found?.id ?? '' };
}

/** The segment at `:id` (empty when the pattern has none), or undefined when the path does not match. */
function parameter(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  if (!wanted.every((segment, index) => segment === ':id' || segment === given[index])) return undefined;
  try {
    return decodeURIComponent(given[wanted.indexOf(':id')] ?? '');
  } catch {
    return undefined;
  }
}
