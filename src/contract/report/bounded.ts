/** Cuts what came from a target down to what a report can carry. */

const mostText = 300;
const mostJson = 2000;
const mostItems = 12;
const deepest = 5;

/** The text, shortened in the middle of nowhere when it is long. */
export function boundedText(text: string, most = mostText): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

/** The value as plain data of bounded size: safe to keep, to compare and to write as JSON. */
export function boundedValue(value: unknown): unknown {
  const cut = pruned(value, 0);
  const size = typeof cut === 'object' ? JSON.stringify(cut).length : 0;
  return size <= mostJson ? cut : boundedText(JSON.stringify(cut), mostJson);
}

function pruned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => pruned(item, depth + 1));
    return value.length > mostItems ? [...items, `… (${value.length} items)`] : items;
  }
  const names = Object.keys(value);
  const entries = names
    .slice(0, mostItems)
    .map((name) => [boundedText(name), pruned((value as Record<string, unknown>)[name], depth + 1)] as const);
  if (names.length > mostItems) entries.push(['…', `${names.length} fields`]);
  return Object.fromEntries(entries);
}
