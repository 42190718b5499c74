/** Limits the size of values from a target, so a report stays small. */

const maxText = 300;
const maxJson = 2000;
const maxItems = 12;
const maxDepth = 5;

/** Cuts a long string and appends its length. */
export function boundedText(text: string, max = maxText): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;
}

/** Limits depth, items and size of a JSON value. */
export function boundedValue(value: unknown): unknown {
  const cut = pruned(value, 0);
  const size = typeof cut === 'object' ? JSON.stringify(cut).length : 0;
  return size <= maxJson ? cut : boundedText(JSON.stringify(cut), maxJson);
}

function pruned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => pruned(item, depth + 1));
    return value.length > maxItems ? [...items, `… (${value.length} items)`] : items;
  }
  const names = Object.keys(value);
  const entries = names
    .slice(0, maxItems)
    .map((name) => [boundedText(name), pruned((value as Record<string, unknown>)[name], depth + 1)] as const);
  if (names.length > maxItems) entries.push(['…', `${names.length} fields`]);
  return Object.fromEntries(entries);
}
