/** The text that the terminal shows when the server is ready. */
import { styleText } from 'node:util';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import type { KeysOption } from '../app/options/keys.js';
import { keyMark } from '../journal/redact/mark.js';
import { nodeHash } from '../transports/node-hash.js';
import { shown } from '../files/scenario-files.js';
import { isEveryInterface, networkUrls } from '../transports/listen.js';
import { isLoopback } from '../base/loopback.js';
import { counted } from '../base/text/counted.js';
import type { Recording } from '../replay/recording.js';
import { curlCommand } from '../base/text/curl.js';
import { onOneLine } from '../base/text/neutral.js';
import { version } from './version.js';

export interface BannerOptions {
  readonly url: string;
  readonly host: string;
  readonly deckhand: Deckhand;
  readonly keys: KeysOption | undefined;
  /** Whether other machines can connect, so that only the keys that the user named are valid. */
  readonly isReachable?: boolean;
  /** The file of the moment that was loaded. It is only read. */
  readonly moment?: string | undefined;
  readonly configured?: {
    readonly options: Pick<DeckhandOptions, 'latency'>;
    /** The configuration file that was read. */
    readonly file: string | undefined;
  };
}

export function banner({
  url,
  host,
  deckhand,
  keys: givenKeys,
  configured: { options: { latency }, file } = { options: {}, file: undefined },
  moment,
  isReachable = false,
}: BannerOptions): string {
  const { library, reach, service, replay } = deckhand;
  // A recording without keys takes any key.
  const keysOption = typeof replay?.keys === 'string' ? replay.keys : givenKeys;
  const active = service.defaultScenario;
  const api = url + reach.basePath;
  // Where other machines can connect, the user has named keys, or accepts every one.
  const areNamed = isReachable && typeof keysOption === 'object';
  const key = areNamed ? 'YOUR-KEY' : DEVELOPMENT_KEYS.ws_dev;
  const shownKeys = [
    ...keyLines(keysOption, areNamed),
    ...(areNamed ? [] : Object.entries(replay?.newKeys ?? {})),
  ];
  const keyWidth = Math.max(18, ...shownKeys.map(([value]) => value.length));
  const keys = shownKeys.map(
    ([value, workspace]) => `${styleText('bold', value.padEnd(keyWidth))}  workspace ${workspace}`,
  );
  const command = curlCommand(
    {
      method: 'POST',
      url: `${api}/presentations/generate`,
      headers: [
        ['x-api-key', key],
        ['content-type', 'application/json'],
      ],
      body: '{"prompt":"A pitch for electric harbour taxis"}',
      options: ['-s'],
    },
    ' \\\n    ',
  );
  return [
    `${styleText('bold', `Deckhand ${version()}`)} is a mock server for the Presentation Generation Service`,
    '',
    `  Panel     ${styleText('cyan', `${url}/_deckhand/`)}`,
    `  API       ${styleText('cyan', api)}`,
    `  Reference ${styleText('cyan', `${url}/_deckhand/docs`)}`,
    `  Keys      ${keys.join('\n            ')}`,
    replay
      ? `  Replay    ${styleText('bold', onOneLine(replay.recording.name))}: ${titleOf(replay.recording)}`
      : `  Scenario  ${styleText('bold', active)}: ${onOneLine(library.need(active).title)}`,
    `  Clock     UTC, in this log and in the panel`,
    ...(latency === undefined ? [] : [`  Latency   ${latency}`]),
    ...(moment === undefined
      ? []
      : [`  Moment    ${shown(moment)}: the file is only read, and the clock is paused`]),
    ...(file === undefined ? [] : [`  Config    ${shown(file)}`]),
    ...(isLoopback(host) ? [] : [styleText('yellow', `  Network   ${networkLine(url, host)}`)]),
    ...(replay?.recording.notes ?? []).map((warning) => styleText('yellow', `  Warning   ${warning}`)),
    '',
    `  ${command}`,
    '',
  ].join('\n');
}

/** Where other machines find this server, on one line. */
function networkLine(url: string, host: string): string {
  const [one, two] = isEveryInterface(host) ? networkUrls(url) : [];
  if (one === undefined) return `other machines can use this server on ${host}, with the keys above`;
  return two === undefined ? `${one} for other machines, with the keys above` : `${one} and ${two}`;
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
  areNamed: boolean,
): readonly (readonly [key: string, workspace: string])[] {
  const development = Object.entries(DEVELOPMENT_KEYS).map(([workspace, key]) => [key, workspace] as const);
  if (keys === 'any') return [...development, ['any other key', DEFAULT_WORKSPACE]];
  if (keys === 'none') return [...development, ['no or any other key', DEFAULT_WORKSPACE]];
  const own = Object.entries(keys ?? {}).map(
    ([key, workspace]) => [keyMark(nodeHash(key).slice(0, 8)), workspace] as const,
  );
  return areNamed ? own : [...development, ...own];
}
