/** Shortens a value to an example: without secrets, and without strings that customers wrote. */
import { keyMark } from '../../journal/redact.js';
import { isSecretName } from '../../journal/secret-names.js';
import type { SamplingPolicy } from './sampling-policy.js';

const maxDepth = 5;
const maxItems = 2;
const maxFields = 20;
const maxLength = 80;

export function exampleOf(value: unknown, policy: SamplingPolicy, depth = 0): unknown {
  if (typeof value === 'string') return exampleString(value, policy);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => exampleOf(item, policy, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxFields)
      .map(([name, item]) => [
        policy.redact(name.slice(0, maxLength)),
        isSecretName(name) && isScalar(item) ? keyMark() : exampleOf(item, policy, depth + 1),
      ]),
  );
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function exampleString(text: string, { showsStrings, redact }: SamplingPolicy): string {
  if (!showsStrings) return '…';
  const clean = redact(text);
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
