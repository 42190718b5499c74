/** Makes the key of a test's sandbox, readable in lists of sandboxes. Independent of the test runner. */

/** Characters of the title in the key. A key can have 64 after its prefix. */
const READABLE = 40;

/**
 * @param title the title of the test, in any script
 * @param mark distinguishes tests with the same title
 */
export function sandboxKey(title: string, mark?: string | number): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, READABLE)
    .replaceAll(/^-+|-+$/g, '');
  return `sandbox-${words || 'test'}${mark === undefined ? '' : `.${mark}`}`;
}
