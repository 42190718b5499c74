/** JSON pointers (RFC 6901). */

/** The unescaped parts of an RFC 6901 pointer. */
export function pathOf(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
