/** The text that `deckhand serve` prints when the server is ready. */
import { styleText } from 'node:util';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import type { KeysOption } from '../app/options/keys.js';
import { redactionMark } from '../journal/redact/redaction-mark.js';
import { sha256Hex } from '../transports/sha256.js';
import { relativePath } from '../files/list-scenario-files.js';
import { isWildcardAddress, networkUrls } from '../transports/listen.js';
import { isLoopback } from '../base/loopback.js';
import { pluralize } from '../base/text/pluralize.js';
import type { Recording } from '../replay/recording.js';
import { buildCurlCommand } from '../base/text/curl.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { readPackageVersion } from '../files/package-files.js';

export interface BannerOptions {
  readonly url: string;
  readonly host: string;
  readonly deckhand: Deckhand;
  readonly keys: KeysOption | undefined;
  /** Whether other machines can connect, so that only configured keys are valid. */
  readonly isReachable?: boolean;
  /** The file of `--snapshot`. */
  readonly snapshotFile?: string | undefined;
  readonly resolved?: {
    readonly options: Pick<DeckhandOptions, 'latency'>;
    /** The configuration file that was read. */
    readonly file: string | undefined;
  };
}

export function banner({
  url,
  host,
  deckhand,
  keys: userKeys,
  resolved: { options: { latency }, file } = { options: {}, file: undefined },
  snapshotFile,
  isReachable = false,
}: BannerOptions): string {
  const { library, requestMatcher, service, replay } = deckhand;
  // A recording without keys accepts any key.
  const keysOption = typeof replay?.keys === 'string' ? replay.keys : userKeys;
  const active = service.defaultScenario;
  const api = url + requestMatcher.basePath;
  // Where other machines can connect, the user has configured keys, or accepts every key.
  const areKeysConfigured = isReachable && typeof keysOption === 'object';
  const key = areKeysConfigured ? 'YOUR-KEY' : DEVELOPMENT_KEYS.ws_dev;
  const visibleKeys = [
    ...keyLines(keysOption, areKeysConfigured),
    ...(areKeysConfigured ? [] : Object.entries(replay?.newKeys ?? {})),
  ];
  const keyWidth = Math.max(18, ...visibleKeys.map(([value]) => value.length));
  const keys = visibleKeys.map(
    ([value, workspace]) => `${styleText('bold', value.padEnd(keyWidth))}  workspace ${workspace}`,
  );
  const command = buildCurlCommand(
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
    `${styleText('bold', `Deckhand ${readPackageVersion()}`)} is a mock server for the Presentation Generation Service`,
    '',
    `  Panel     ${styleText('cyan', `${url}/_deckhand/`)}`,
    `  API       ${styleText('cyan', api)}`,
    `  Reference ${styleText('cyan', `${url}/_deckhand/docs`)}`,
    `  Keys      ${keys.join('\n            ')}`,
    replay
      ? `  Replay    ${styleText('bold', sanitizeLine(replay.recording.name))}: ${summarizeRecording(replay.recording)}`
      : `  Scenario  ${styleText('bold', active)}: ${sanitizeLine(library.getOrThrow(active).title)}`,
    `  Times     UTC, in this log and in the panel`,
    ...(latency === undefined ? [] : [`  Latency   ${latency}`]),
    ...(snapshotFile === undefined
      ? []
      : [`  Snapshot  ${relativePath(snapshotFile)} (read-only; clock paused)`]),
    ...(file === undefined ? [] : [`  Config    ${relativePath(file)}`]),
    ...(isLoopback(host) ? [] : [styleText('yellow', `  Network   ${networkLine(url, host)}`)]),
    ...(replay?.recording.warnings ?? []).map((warning) => styleText('yellow', `  Warning   ${warning}`)),
    '',
    // A start would use up the recorded one.
    ...(replay ? [] : [`  ${command}`, '']),
  ].join('\n');
}

/** The URLs of this server for other machines, on one line. */
function networkLine(url: string, host: string): string {
  const [first, second] = isWildcardAddress(host) ? networkUrls(url) : [];
  if (first === undefined) return `other machines can use this server on ${host}, with the keys above`;
  return second === undefined ? `${first} for other machines, with the keys above` : `${first} and ${second}`;
}

/** The number of jobs and requests of a recording. */
function summarizeRecording({ workspaces }: Recording): string {
  const sum = (count: (workspace: Recording['workspaces'][number]) => number): number =>
    workspaces.reduce((total, workspace) => total + count(workspace), 0);
  const jobs = pluralize(
    sum((workspace) => workspace.jobs.length),
    'job',
  );
  return `${jobs}, ${pluralize(
    sum(({ calls }) => calls.length),
    'request',
  )}`;
}

/** Keys and their workspaces. Keys of the user are redacted. */
function keyLines(
  keys: KeysOption | undefined,
  areKeysConfigured: boolean,
): readonly (readonly [key: string, workspace: string])[] {
  const development = Object.entries(DEVELOPMENT_KEYS).map(([workspace, key]) => [key, workspace] as const);
  if (keys === 'any') return [...development, ['any other key', DEFAULT_WORKSPACE]];
  if (keys === 'optional') return [...development, ['no or any other key', DEFAULT_WORKSPACE]];
  const configured = Object.entries(keys ?? {}).map(
    ([key, workspace]) => [redactionMark(sha256Hex(key).slice(0, 8)), workspace] as const,
  );
  return areKeysConfigured ? configured : [...development, ...configured];
}
