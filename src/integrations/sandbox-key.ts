/** Builds the key of a test's sandbox from the title of the test. */

/** Characters of the title in the key. A key can have 64 after its prefix. */
const MAX_TITLE_CHARACTERS = 40;

/**
 * @param title the title of the test, in any script
 * @param suffix distinguishes tests with the same title
 */
export function buildSandboxKey(title: string, suffix?: string | number): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_TITLE_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return `sandbox-${words || 'test'}${suffix === undefined ? '' : `.${suffix}`}`;
}
