/** The text that the terminal shows when the server is ready. */
import { styleText } from 'node:util';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type Deckhand } from '../app/deckhand.js';
import type { KeysOption } from '../app/options/keys.js';
import { keyMark } from '../journal/redact/mark.js';
import { nodeHash } from '../transports/node-hash.js';
import { shown } from '../files/scenario-files.js';
import { isLocalAddress } from '../transports/exposure.js';
import { isEveryInterface, networkUrls } from '../transports/listen.js';
import { counted } from '../base/text/counted.js';
import type { Recording } from '../replay/recording.js';
import { onOneLine } from '../base/text/neutral.js';
import { curlParts, type CurlRequest } from '../base/text/curl.js';
import { filled, wrapped } from '../base/text/wrap.js';
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
  /** The address of the store that replicas share. */
  readonly store?: string | undefined;
  /** The snapshot that was loaded. Its file is only read. */
  readonly snapshot?: string | undefined;
  /** The configuration file that was read. */
  readonly configFile?: string | undefined;
  /** The control token that was generated, because other machines can connect. */
  readonly token?: string | undefined;
}

export function banner({
  url,
  host,
  deckhand,
  keys: givenKeys,
  latency,
  configFile,
  store,
  snapshot,
  token,
  newKeys,
  isExposed = false,
  warnings = [],
}: BannerOptions): string {
  const { library, reach, service, replay } = deckhand;
  // A recording without keys takes any key.
  const keysOption = typeof replay?.keys === 'string' ? replay.keys : givenKeys;
  const active = service.defaultScenario;
  const api = url + reach.basePath;
  // A poll_url never has the prefix of the base path.
  const prefix = reach.basePath.slice(0, -documented.length);
  const key = newKeys
    ? (Object.keys(newKeys)[0] ?? 'YOUR-KEY')
    : isClosed(isExposed, keysOption)
      ? 'YOUR-KEY'
      : DEVELOPMENT_KEYS.ws_dev;
  const shownKeys = [...keyLines(keysOption, newKeys, isExposed), ...Object.entries(replay?.newKeys ?? {})];
  const keyWidth = Math.max(18, ...shownKeys.map(([value]) => value.length));
  const keys = shownKeys.map(
    ([value, workspace]) => `${styleText('bold', value.padEnd(keyWidth))}  workspace ${workspace}`,
  );
  const start = [
    '',
    `${styleText('bold', `Deckhand ${version()}`)} is a mock server for the Presentation Generation Service`,
    '',
    '  Start a job, and poll it at its poll_url:',
    '',
    ...commandLines({
      method: 'POST',
      url: `${api}/presentations/generate`,
      headers: [
        ['x-api-key', key],
        ['content-type', 'application/json'],
      ],
      body: '{"prompt":"A pitch for electric harbour taxis"}',
    }),
    ...commandLines({ method: 'GET', url: url + prefix, headers: [['x-api-key', key]] }, '<poll_url>'),
    '',
  ];
  const addresses = [
    '',
    replay
      ? `  Replay    ${styleText('bold', onOneLine(replay.recording.name))}: ${titleOf(replay.recording)}`
      : `  Scenario  ${styleText('bold', active)}: ${onOneLine(library.need(active).title)}`,
    `  Keys      ${keys.join('\n            ')}`,
    ...(latency === undefined ? [] : [`  Latency   ${latency}`]),
    ...(store === undefined ? [] : [`  Store     ${store}`]),
    ...(snapshot === undefined
      ? []
      : [`  Snapshot  ${shown(snapshot)}: the file is only read, and the clock is paused`]),
    ...(configFile === undefined ? [] : [`  Config    ${shown(configFile)}`]),
    ...(isLocalAddress(host) ? [] : [styleText('yellow', `  Network   ${networkLine(url, host)}`)]),
    ...[...(replay?.recording.notes ?? []), ...warnings].map((warning) =>
      styleText('yellow', wrapped(`  Warning   ${warning}`, 12, COLUMNS)),
    ),
    ...(token === undefined ? [] : [`  Token     ${styleText('bold', token)} (panel, control API)`]),
    `  Reference ${styleText('cyan', `${url}/_deckhand/docs`)}`,
    `  Panel     ${styleText('cyan', `${url}/_deckhand/`)}`,
    `  API       ${styleText('cyan', api)}`,
    '',
  ];
  const end = addresses.join('\n').split('\n');
  // Without room for the commands, they are in the API reference only.
  const isLong = start.length + end.length + LEAST_SCENARIO_ROWS > ROWS;
  const begin = isLong ? start.slice(0, 3) : start;
  const room = ROWS - begin.length - end.length;
  // A recording plays itself, so no request can choose a scenario.
  const scenarios = replay ? [] : scenarioLines(library.names(), room);
  return [...begin, ...scenarios, ...end].join('\n');
}

/** Where other machines find this server, on one line. */
function networkLine(url: string, host: string): string {
  const [one, two] = isEveryInterface(host) ? networkUrls(url) : [];
  if (one === undefined) return `other machines can use this server on ${host}, with the keys above`;
  return two === undefined ? `${one} for other machines, with the keys above` : `${one} and ${two}`;
}

/** @param open a part of the address that the user fills in */
function commandLines(request: CurlRequest, open = ''): readonly string[] {
  const words = curlParts({ ...request, options: ['-s'] }).map((part) => `${part} `);
  const text = filled('    ', words, 6, COLUMNS, ' \\') + (open && styleText('dim', open));
  return text.split('\n');
}

/** The size of a small terminal. */
const ROWS = 24;
const COLUMNS = 80;
/** One line of names, and one about their use. */
const LEAST_SCENARIO_ROWS = 2;

/** The names of all scenarios, in as many lines as fit, and how to use one. @param rows how many lines can be used */
function scenarioLines(names: readonly string[], rows: number): string[] {
  const indent = ' '.repeat(12);
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1) as string;
    const line = last === '' ? name : `${last} ${name}`;
    if (indent.length + line.length <= COLUMNS) lines[lines.length - 1] = line;
    else lines.push(name);
  }
  const most = Math.max(1, rows - 1);
  const shownLines = lines.slice(0, most);
  const isWhole = lines.length <= most;
  const use = isWhole ? 'or [scenario: NAME] in a prompt' : `all ${names.length}: deckhand scenario list`;
  return [
    `  Scenarios ${shownLines.join(`\n${indent}`)}`,
    `            ${styleText('dim', `--scenario NAME, ${use}`)}`,
  ];
}

/** What a recording has, in a few words. */
function titleOf({ workspaces }: Recording): string {
  const sum = (count: (workspace: Recording['workspaces'][number]) => number): number =>
    workspaces.reduce((total, workspace) => total + count(workspace), 0);
  const jobs = counted(
    sum((workspace) => workspace.jobs.length),
    'job',
  );
  return `${jobs}, ${counted(
    sum(({ calls }) => calls.length),
    'request',
  )}`;
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
