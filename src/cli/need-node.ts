/** The Node that Deckhand needs. This file runs on every Node, so it imports nothing. */

/** `engines.node` of package.json. */
export const LEAST_NODE = '20.19';

/** @param version of this Node, such as `18.20.4`. @returns why it cannot run Deckhand; undefined if it can */
export function needNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Node ${version} is too old. Deckhand needs Node ${LEAST_NODE} or newer.\n  Install one from https://nodejs.org, or with "nvm install --lts".`;
}
