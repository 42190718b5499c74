/** A value as an example of itself: short, without secrets, and without customers' words where those stand. */
import type { Look } from './look.js';

const deepest = 5;
const mostItems = 2;
const mostFields = 20;
const longestText = 80;

export function exampleOf(value: unknown, look: Look, depth = 0): unknown {
  if (typeof value === 'string') return textOf(value, look);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => exampleOf(item, look, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostFields)
      .map(([name, item]) => [look.redact(name.slice(0, longestText)), exampleOf(item, look, depth + 1)]),
  );
}

function textOf(text: string, { texts, redact }: Look): string {
  if (!texts) return '…';
  const clean = redact(text);
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
}
