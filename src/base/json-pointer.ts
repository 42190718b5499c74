/** JSON pointers (RFC 6901). */

/** The unescaped parts of a pointer: `/a~1b/0` has the parts `a/b` and `0`. */
export function parseJsonPointer(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The name of a field as a part of a pointer. */
export function escapePointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
