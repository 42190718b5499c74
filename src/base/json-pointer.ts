/** Parses and escapes JSON pointers (RFC 6901). */

/** The unescaped reference tokens of a pointer: those of `/a~1b/0` are `a/b` and `0`. */
export function parseJsonPointer(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The path of a pointer as code writes it: `steps[0].generate.for` for `/steps/0/generate/for`. */
export function formatJsonPointer(pointer: string): string {
  return parseJsonPointer(pointer).reduce(
    (text, key) => (/^\d+$/.test(key) ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}

/** Escapes the name of a field for a pointer. */
export function escapePointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
