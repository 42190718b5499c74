/** The minimum version of Node. This file runs on every version, so it imports nothing. */

/** `engines.node` of package.json. */
export const MIN_NODE_VERSION = '20.19';

/**
 * @param version such as `18.20.4`
 * @returns why this version cannot run Deckhand; undefined if it can
 */
export function unsupportedNodeMessage(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Node ${version} is too old. Deckhand requires Node ${MIN_NODE_VERSION} or newer.\n  Install one from https://nodejs.org, or with "nvm install --lts".`;
}
