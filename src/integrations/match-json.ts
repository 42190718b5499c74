/** Matches a recorded JSON body against expected fields; other fields are allowed. */
import type { WireBody } from '../journal/exchange.js';

export function matchesBody(body: WireBody | undefined, expected: unknown): boolean {
  if (!body || body.truncated || body.encoding) return false;
  try {
    return matchesSubset(JSON.parse(body.text), expected);
  } catch {
    return false;
  }
}

function matchesSubset(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (isAsymmetric(expected)) return expected.asymmetricMatch(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(expected))
    return false;
  if (Array.isArray(expected) && (value as unknown[]).length !== expected.length) return false;
  return Object.entries(expected).every(
    ([name, part]) =>
      Object.hasOwn(value, name) && matchesSubset((value as Record<string, unknown>)[name], part),
  );
}

/** Whether it is an asymmetric matcher, such as `expect.any(…)`. */
function isAsymmetric(expected: object): expected is { asymmetricMatch(value: unknown): boolean } {
  return 'asymmetricMatch' in expected && typeof expected.asymmetricMatch === 'function';
}
