// Walks a document as plain data.

/** Visits every object in a document with its pointer. Skips the content of examples. */
export function eachObject(
  value: unknown,
  visit: (object: Readonly<Record<string, unknown>>, pointer: string) => void,
  pointer = '',
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, pointer);
  for (const [key, inner] of Object.entries(value)) {
    if (['example', 'examples', 'value', 'enum', 'const'].includes(key) && !pointer.endsWith('/properties'))
      continue;
    eachObject(inner, visit, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}
