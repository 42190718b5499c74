/** The options of every mock server, and those of commands that start one. */
import type { DeckhandOptions } from './deckhand-options.js';
import * as kind from './kinds.js';
import { optionTable, rowsAt, type Door, type OptionTable } from './option.js';

const COMMANDS = ['serve', 'exec'] as const satisfies Door[];
const ENTRIES = [
  'deckhand/server',
  'deckhand/express',
  'deckhand/vite',
  'deckhand/node',
] as const satisfies Door[];
const CONFIG = 'deckhand.config.ts';
const EVERYWHERE = [...COMMANDS, ...ENTRIES, CONFIG] as const;

const NAME = 'Expected the name of a scenario, such as slow-progress.';
const FOLDERS = 'Expected a folder, or a list of folders.';
const folder = kind.stringKind((path) => path !== '', FOLDERS);
const oneOrMoreFolders: kind.Kind<readonly string[]> = {
  check: (value, where) => [value].flat().map((one) => folder.check(one, where)),
};
/** Entries also take files, texts and objects. They are checked where they are read. */
const folders: kind.Kind<readonly string[]> = { ...kind.unchecked(), fromTexts: (texts) => texts };

const everywhere = rowsAt(...EVERYWHERE);

export const mockServerOptions = optionTable({
  scenario: everywhere(
    '--scenario <name>',
    kind.unchecked<string>(),
    'the scenario of jobs whose request does not select one (default: "happy-path")',
    { inConfig: kind.stringKind((name) => name !== '', NAME) },
  ),
  scenarios: everywhere('--scenarios <folder>', folders, 'a folder with more scenario files (repeatable)', {
    inConfig: oneOrMoreFolders,
  }),
  replay: rowsAt('serve', ...ENTRIES)(
    '--replay <file>',
    kind.unchecked<string>(),
    'play a recording: a HAR file, its gzip file, or the .zip file of Playwright',
    { conflicts: 'scenario' },
  ),
  speed: rowsAt(...COMMANDS, ...ENTRIES)(
    '--speed <factor>',
    kind.factor,
    'how many times faster than real time the clocks run (default: 1)',
  ),
  rateLimit: everywhere(
    '--rate-limit <rate>',
    kind.rate,
    'the limit for each key, as requests per time, such as 20/1m',
  ),
  latency: everywhere(
    '--latency <time>',
    kind.latency,
    'how long each response takes, such as 200ms or 200ms..600ms',
  ),
  seed: everywhere('--seed <number>', kind.whole(0), 'the seed of all random values (default: 1)'),
  basePath: everywhere(
    '--base-path <path>',
    kind.basePath,
    'the path of the API; it can have a prefix: /backend/api/v1 (default: "/api/v1")',
  ),
  keys: everywhere(
    '--key <key>',
    kind.keys,
    'another API key, as KEY or KEY=WORKSPACE; a new workspace is created (repeatable)',
    { noHelp: 'accept requests without an API key, too', env: 'DECKHAND_KEYS', envSeparator: ',' },
  ),
  origin: { kind: kind.origin, doors: ['deckhand/node'] },
  unknownPaths: {
    kind: kind.choice('pass', 'refuse'),
    doors: ['deckhand/express', 'deckhand/vite', 'deckhand/node'],
  },
  publicUrl: {
    kind: {
      // Entries also take a function that returns it.
      check: (value, where) =>
        typeof value === 'function' ? (value as never) : kind.address.check(value, where),
    },
    doors: ['serve', ...ENTRIES],
    flag: '--public-url <address>',
    help: 'the URL of this server for browsers, if it is behind a proxy',
  },
  maxJobs: rowsAt('serve', ...ENTRIES)(
    '--max-jobs <number>',
    kind.whole(1, 10_000_000),
    'the number of jobs that a workspace keeps; the oldest are removed (default: 10000)',
  ),
} satisfies Record<keyof DeckhandOptions, OptionTable[string]>);

/** What is beside the mock server's own options, wherever Node runs it. */
export const projectOptions = optionTable({
  anyKey: rowsAt(...COMMANDS)('--any-key', kind.trueOrFalse, 'accept every API key', { conflicts: 'keys' }),
  config: {
    // `false` reads no file.
    kind: { check: (value, where) => (value === false ? (value as never) : kind.text.check(value, where)) },
    doors: [...COMMANDS, ...ENTRIES],
    flag: '--config <file>',
    help: 'the configuration file (default: deckhand.config.ts, if there is one)',
    noHelp: 'read no configuration file',
  },
  allowOrigins: rowsAt(
    'serve',
    'deckhand/server',
    'deckhand/express',
    'deckhand/vite',
    CONFIG,
  )(
    '--allow-origin <origin>',
    kind.listOf(kind.origin, "['https://app.example.com']"),
    'an origin whose pages can read responses, besides those of this machine (repeatable)',
  ),
});
