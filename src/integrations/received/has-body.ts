/** Whether a recorded body contains the expected fields. Other fields are allowed. */
import type { WireBody } from '../../journal/exchange.js';

export function hasBody(body: WireBody | undefined, wanted: unknown): boolean {
  if (!body || body.cut || body.encoding) return false;
  try {
    return has(JSON.parse(body.text), wanted);
  } catch {
    return false;
  }
}

function has(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(value, wanted);
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted))
    return false;
  if (Array.isArray(wanted) && (value as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(
    ([name, part]) => Object.hasOwn(value, name) && has((value as Record<string, unknown>)[name], part),
  );
}

/** The type of `expect.any(…)` and similar matchers. */
function isAsymmetric(wanted: object): wanted is { asymmetricMatch(value: unknown): boolean } {
  return 'asymmetricMatch' in wanted && typeof wanted.asymmetricMatch === 'function';
}
