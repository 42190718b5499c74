/** Truncates strings and JSON values from a target. */
const MAX_TEXT_LENGTH = 300;
const MAX_JSON_LENGTH = 2000;
const MAX_ITEMS = 12;
const MAX_DEPTH = 5;

/** Truncates a long string and appends its length. */
export function truncateText(text: string, max = MAX_TEXT_LENGTH): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;
}

/** Limits depth, items and size of a JSON value. */
export function truncateValue(value: unknown): unknown {
  const truncated = truncateNested(value, 0);
  const size = typeof truncated === 'object' ? JSON.stringify(truncated).length : 0;
  return size <= MAX_JSON_LENGTH ? truncated : truncateText(JSON.stringify(truncated), MAX_JSON_LENGTH);
}

function truncateNested(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return truncateText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => truncateNested(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `… (${value.length} items)`] : items;
  }
  const names = Object.keys(value);
  const entries = names
    .slice(0, MAX_ITEMS)
    .map(
      (name) =>
        [truncateText(name), truncateNested((value as Record<string, unknown>)[name], depth + 1)] as const,
    );
  if (names.length > MAX_ITEMS) entries.push(['…', `${names.length} fields`]);
  return Object.fromEntries(entries);
}
