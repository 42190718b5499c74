/** The Node that Deckhand needs. This file runs on every Node, so it imports nothing. */

/** `engines.node` of package.json. */
export const MIN_NODE_VERSION = '20.19';

/** @param version of this Node, such as `18.20.4`. @returns why it cannot run Deckhand; undefined if it can */
export function unsupportedNodeMessage(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = MIN_NODE_VERSION.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Node ${version} is too old. Deckhand needs Node ${MIN_NODE_VERSION} or newer.\n  Install one from https://nodejs.org, or with "nvm install --lts".`;
}
