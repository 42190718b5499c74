/** The text that the terminal shows when the server is ready. */
import pc from 'picocolors';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type Deckhand } from '../app/deckhand.js';
import type { KeysOption } from '../app/options/keys.js';
import { keyMark } from '../journal/redact.js';
import { nodeHash } from '../transports/node-hash.js';
import { shown } from '../files/scenario-files.js';
import { isLocalAddress } from '../transports/local-address.js';
import { printableLine } from '../base/printable.js';
import { basePath as documented } from '../generated/routes.js';
import { version } from './version.js';

export interface BannerOptions {
  readonly url: string;
  readonly host: string;
  readonly deckhand: Deckhand;
  readonly keys: KeysOption | undefined;
  /** Generated keys, with their workspaces. They are shown. */
  readonly newKeys?: Readonly<Record<string, string>> | undefined;
  /** Whether the development keys are off, because other machines can connect. */
  readonly isExposed?: boolean;
  readonly warnings?: readonly string[];
  readonly latency?: string | undefined;
  /** The configuration file that was read. */
  readonly configFile?: string | undefined;
  /** The control token that was generated, because other machines can connect. */
  readonly token?: string | undefined;
}

export function banner({
  url,
  host,
  deckhand,
  keys: keysOption,
  latency,
  configFile,
  token,
  newKeys,
  isExposed = false,
  warnings = [],
}: BannerOptions): string {
  const { library, reach, service } = deckhand;
  const active = service.defaultScenario;
  const api = url + reach.basePath;
  // A poll_url never has the prefix of the base path.
  const prefix = reach.basePath.slice(0, -documented.length);
  const key = newKeys
    ? Object.keys(newKeys)[0]
    : isClosed(isExposed, keysOption)
      ? 'YOUR-KEY'
      : DEVELOPMENT_KEYS.ws_dev;
  const shownKeys = keyLines(keysOption, newKeys, isExposed);
  const keyWidth = Math.max(18, ...shownKeys.map(([value]) => value.length));
  const keys = shownKeys.map(
    ([value, workspace]) => `${pc.bold(value.padEnd(keyWidth))}  workspace ${workspace}`,
  );
  const width = Math.max(...library.names().map((name) => name.length));
  const scenarios = library.list().map(({ name, title }) => {
    const line = `${name.padEnd(width)}  ${printableLine(title)}`;
    return name === active ? `  ${pc.green('●')} ${pc.bold(line)}` : `    ${line}`;
  });
  return [
    '',
    `${pc.bold(`Deckhand ${version()}`)} is a stand-in (mock server) for the Presentation Generation Service`,
    '',
    `  API       ${pc.cyan(api)}`,
    `  Panel     ${pc.cyan(`${url}/_deckhand/`)}`,
    ...(token === undefined
      ? []
      : [`  Token     ${pc.bold(token)} for the panel and the control API (--control-token sets one)`]),
    `  Keys      ${keys.join('\n            ')}`,
    `  Scenario  ${pc.bold(active)}: ${printableLine(library.need(active).title)}`,
    ...(latency === undefined ? [] : [`  Latency   ${latency}`]),
    ...(configFile === undefined ? [] : [`  Config    ${shown(configFile)}`]),
    ...(isLocalAddress(host)
      ? []
      : ['', pc.yellow(`  Listening on ${host}: other machines can use this server, with the keys above.`)]),
    ...warnings.map((warning) => pc.yellow(`  ${warning}`)),
    '',
    '  Start a job:',
    '',
    `    curl -s ${api}/presentations/generate \\`,
    `      -H 'x-api-key: ${key}' -H 'content-type: application/json' \\`,
    `      -d '{"prompt":"A pitch for electric harbour taxis"}'`,
    '',
    '  Poll it at its poll_url:',
    '',
    `    curl -s -H 'x-api-key: ${key}' ${url}${prefix}${pc.dim('<poll_url>')}`,
    '',
    '  Another scenario: deckhand serve --scenario NAME, the header X-Deckhand-Scenario: NAME, or [scenario: NAME] in the prompt.',
    '',
    ...scenarios,
    '',
  ].join('\n');
}

/** Keys and their workspaces. Keys of the user are redacted. */
function keyLines(
  keys: KeysOption | undefined,
  newKeys: BannerOptions['newKeys'],
  isExposed: boolean,
): readonly (readonly [key: string, workspace: string])[] {
  if (newKeys) return Object.entries(newKeys);
  const development = Object.entries(DEVELOPMENT_KEYS).map(([workspace, key]) => [key, workspace] as const);
  if (keys === 'any') return [...development, ['any other key', DEFAULT_WORKSPACE]];
  if (keys === 'none') return [...development, ['no or any other key', DEFAULT_WORKSPACE]];
  const own = Object.entries(keys ?? {}).map(
    ([key, workspace]) => [keyMark(nodeHash(key).slice(0, 8)), workspace] as const,
  );
  return isClosed(isExposed, keys) ? own : [...development, ...own];
}

/** Whether the development keys open nothing. */
function isClosed(isExposed: boolean, keys: KeysOption | undefined): boolean {
  return isExposed && keys !== 'any' && keys !== 'none';
}
