/** The key of a test's sandbox: readable where sandboxes are listed. Knows no test runner. */

/** In characters; a key takes 64 behind its prefix. */
const READABLE = 40;

/**
 * @param title of the test, in any script
 * @param mark tells it from the sandboxes of tests with the same title
 */
export function sandboxKey(title: string, mark?: string | number): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, READABLE)
    .replaceAll(/^-+|-+$/g, '');
  return `sandbox-${words || 'test'}${mark === undefined ? '' : `.${mark}`}`;
}
