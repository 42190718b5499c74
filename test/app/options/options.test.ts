/** Invalid values of options: as a flag, an environment variable, an option in code, and in the configuration file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/app/config/load-config.js';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { deckhandOptionValidators, acceptAnything } from '../../../src/app/options/deckhand-options.js';
import { UserError } from '../../../src/base/user-error.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { deckhandMiddleware } from '../../../src/integrations/express.js';
import { setupDeckhand } from '../../../src/integrations/node.js';
import { createDeckhandServer } from '../../../src/integrations/server.js';

const commands = new Map<string, Command>();
// A command keeps the values of its last run.
beforeEach(async () => {
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = (await load()).command();
    commands.set(name, command);
    for (const child of command.commands) commands.set(`${name} ${child.name()}`, child);
  }
  // The variables of this shell do not count.
  for (const { options } of commands.values())
    for (const { envVar } of options) if (envVar !== undefined) vi.stubEnv(envVar, '');
});
afterEach(() => vi.unstubAllEnvs());

/** The values that the action of a command gets. */
function values(name: string, ...args: readonly string[]): Readonly<Record<string, unknown>> {
  const command = commands.get(name);
  if (!command) throw new Error(`There is no command ${name}`);
  const words = command.registeredArguments.map(() => 'http://a.test/api/v1');
  let given = {};
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.action(() => void (given = command.opts()));
  command.parse([...words, ...args], { from: 'user' });
  return given;
}

/** The error as the terminal shows it. */
function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.format();
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

function inConfig(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-options-'));
  writeFileSync(join(folder, 'deckhand.config.js'), `export default { ${source} };`);
  const text = errorOf(() => loadConfig(folder));
  rmSync(folder, { recursive: true });
  return text.replace(/^\S*(?=deckhand\.config)/, '');
}

const PORT = 'Expected a whole number from 0 to 65535.';
const INTEGER_HINT = 'Expected a whole number of 0 or more.';
const POSITIVE_HINT = 'Expected a number above 0, such as 60.';
const DURATION_HINT = 'Expected a duration such as 500ms, 3s or 5m.';
const BASE_PATH_HINT = 'The base path of the API ends in /api/v1: write /backend/api/v1.';
const HOST = 'Expected an address such as 127.0.0.1, or 0.0.0.0 for every interface.';
const NAME = 'Expected a host name such as deckhand.internal.';
const ID = 'Expected an id of the service, not empty.';
const SCENARIO_NAME_HINT = 'Expected lowercase letters, digits and hyphens, such as renderer-fails.';

/** [commands, flag, values, hint] */
const FLAGS: readonly (readonly [string, string, readonly (string | number)[], string])[] = [
  ['serve exec record wall', '--port', ['nowhere', '-1', '', 70_000], PORT],
  ['serve record', '--host', ['', 'http://localhost'], HOST],
  ['serve exec', '--speed', [0, 'Infinity'], POSITIVE_HINT],
  ['serve exec', '--rate-limit', ['20'], 'The rate has no time window. Write 20/1m.'],
  ['serve exec', '--latency', ['200'], 'The duration has no unit. Write 200ms.'],
  ['serve exec wall', '--base-path', ['/backend'], BASE_PATH_HINT],
  ['serve', '--allow-origin', ['a.test', 'https://a.test/path'], "Write 'https://a.test'."],
  [
    'serve',
    '--allow-origin',
    ['null', 'file://', 'file:///deck.html'],
    'A page from file:// has the origin null, as every sandboxed frame of the web has, so it cannot be allowed. Serve its folder over HTTP, such as with npx vite, and open http://localhost:5173.',
  ],
  ['serve record', '--allow-host', ['a b', '*'], NAME],
  ['verify', '--poll-interval', ['3', '0s', 'soon'], DURATION_HINT],
  ['verify', '--presentation-id', [' ', ''], ID],
  ['verify record judge scenario_from-har', '--redact', ['a b'], 'Expected a name such as x-session.'],
  ['scenario_from-har', '--name', ['My Story'], SCENARIO_NAME_HINT],
  ['serve exec scenario_list scenario_preview scenario_types', '--scenarios', [''], 'Expected a path.'],
];

/** [commands, flag, value, error]. No error has the secret. */
const SECRETS: readonly (readonly [string, string, string, string])[] = [
  [
    'serve exec',
    '--api-key',
    's3cr3t=s3cr3t/+',
    'Invalid entry in --api-key. The id of a workspace has letters',
  ],
  ['serve', '--api-key', 'ws_dev=s3cr3t+', 'Invalid entry in --api-key.'],
  [
    'serve',
    '--api-key',
    'sandbox-s3cr3t=ws_dev',
    'opens its own workspace, ws_sandbox_<name>.\n  Write KEY or',
  ],
  [
    'serve',
    '--control-token',
    's3cr3t',
    'Invalid value for --control-token.\n  Expected a token of at least 16',
  ],
  [
    'verify record',
    '--basic-auth',
    's3cr3t',
    'Invalid value for --basic-auth.\n  Expected a user and a password',
  ],
  ['verify record', '--header', 's3cr3t', 'A header of --header has no name.\n  Expected a header such as'],
  ['verify', '--header', 'X-A: s3cr3t\u2603', 'The value of X-A in --header is empty, or has'],
  [
    'verify',
    '--header',
    'X-Api-Key: s3cr3t',
    '--header cannot set X-Api-Key.\n  The key belongs in --api-key.',
  ],
];
const JSON_FLAGS = ['--reply-body'];

const each = (names: string): string[] => names.split(' ').map((name) => name.replace('_', ' '));

describe('a flag with a wrong value is one error', () => {
  it.each(FLAGS)('%s %s %j', (names, flag, wrong, hint) => {
    for (const name of each(names))
      for (const value of wrong)
        expect(errorOf(() => values(name, flag, String(value)))).toBe(
          `Invalid value for ${flag}: ${JSON.stringify(value)}.\n  ${hint}`,
        );
  });

  it.each(SECRETS)('without the secret: %s %s %j', (names, flag, value, error) => {
    for (const name of each(names)) {
      const text = errorOf(() => values(name, flag, value));
      expect(text).toContain(error);
      expect(text).not.toContain('s3cr3t');
    }
  });

  it.each(JSON_FLAGS)('verify %s', (flag) => {
    const hint = /^ {2}Expected a JSON object such as '\{.+\}'\.$/m;
    expect(errorOf(() => values('verify', flag, '{'))).toMatch(`The value of ${flag} is not JSON.`);
    const list = errorOf(() => values('verify', flag, '[]'));
    expect(list).toMatch(`The value of ${flag} is not a JSON object.`);
    expect(list).toMatch(hint);
  });
});

describe('flags', () => {
  it('have the values that commands use', () => {
    expect(
      values('serve', '--speed', '60x', '--seed', '7', '--rate-limit', '20/1m', '--allow-host', 'A'),
    ).toEqual({
      port: 4010,
      host: '127.0.0.1',
      log: 'pretty',
      speed: 60,
      seed: 7,
      rateLimit: '20/1m',
      allowHost: ['a'],
    });
    const header = ['--header', 'X-Gate: 1', '--header', 'X-Door: 2'];
    expect(
      values('verify', '--consistency-window', '1m', '--require', 'a, b', '--require', 'c', ...header),
    ).toMatchObject({
      consistencyWindow: 60_000,
      require: ['a', 'b', 'c'],
      header: [
        ['X-Gate', '1'],
        ['X-Door', '2'],
      ],
    });
    expect(values('record', '--max-body-size', '1.5mb')).toMatchObject({
      maxBodySize: 1024 ** 2 * 1.5,
      idleTimeout: 300_000,
    });
  });

  it('cannot be used with their opposites, in any order', () => {
    const both = (flag: string, other: string): string =>
      `${flag} cannot be used with ${other}.\n  Omit one of them.`;
    for (const args of [
      ['--api-key', 'a', '--optional-api-key'],
      ['--optional-api-key', '--api-key', 'a'],
    ])
      expect(errorOf(() => values('serve', ...args))).toContain(
        "option '--optional-api-key' cannot be used with option '--api-key <key[=workspace]>'",
      );
    expect(errorOf(() => values('exec', '--no-config', '--config', 'a'))).toBe(
      both('--config', '--no-config'),
    );
    expect(errorOf(() => values('serve', '--any-api-key', '--api-key', 'a'))).toContain(
      "cannot be used with option '--api-key",
    );
    expect(errorOf(() => values('serve', '--any-api-key', '--optional-api-key'))).toContain(
      "cannot be used with option '--optional-api-key'",
    );
    expect(errorOf(() => values('serve', '--replay', 'a.har', '--scenario', 'b'))).toContain(
      "option '--replay <file>' cannot be used with option '--scenario <name>'",
    );
  });
});

describe('a variable', () => {
  it.each([
    ['serve', 'PORT', 'nowhere', `Invalid value for PORT in the environment: "nowhere".\n  ${PORT}`],
    [
      'serve',
      'DECKHAND_CONTROL_TOKEN',
      's3cr3t',
      'Invalid value for DECKHAND_CONTROL_TOKEN in the environment.',
    ],
    ['verify', 'DECKHAND_HEADERS', 's3cr3t', 'A header of DECKHAND_HEADERS in the environment has no name.'],
  ])('of %s is named in its error: %s', (command, variable, value, error) => {
    vi.stubEnv(variable, value);
    const text = errorOf(() => values(command));
    expect(text).toContain(error);
    expect(text).not.toContain('s3cr3t');
  });

  it.each([
    ['serve', 'PORT', 'port', 4010, '4011', 4011],
    ['serve', 'DECKHAND_API_KEYS', 'apiKey', undefined, 'mine', { mine: 'ws_dev' }],
    ['verify', 'DECKHAND_API_KEY', 'apiKey', undefined, 'a', 'a'],
  ])('of %s that is empty is not set: %s', (command, variable, name, without, text, value) => {
    vi.stubEnv(variable, '');
    expect(values(command)[name]).toEqual(without);
    vi.stubEnv(variable, text);
    expect(values(command)[name]).toEqual(value);
  });

  it.each(['x86_64-conda-linux-gnu', '1.2.3'])('HOST that is not an address does not count: %s', (name) => {
    vi.stubEnv('HOST', name);
    expect(values('serve')['host']).toBe('127.0.0.1');
    expect(values('serve', '--host', 'my-laptop')['host']).toBe('my-laptop');
  });
});

/** [name, a wrong value, its error in code and in the configuration file] */
const VALUES: readonly (readonly [keyof typeof deckhandOptionValidators, unknown, string])[] = [
  [
    'seed',
    '7',
    'Invalid value for seed: "7".\n  Expected a whole number of 0 or more: write 7 without quotes.',
  ],
  ['seed', 1.5, `Invalid value for seed: 1.5.\n  ${INTEGER_HINT}`],
  ['rateLimit', '20', 'Invalid value for rateLimit: "20".\n  The rate has no time window. Write \'20/1m\'.'],
  ['latency', 200, "Invalid value for latency: 200.\n  The duration has no unit. Write '200ms'."],
  [
    'apiKeys',
    ['my-key'],
    "apiKeys must be an object, \"any\" or \"optional\".\n  Write apiKeys: { 'my-key': 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'.",
  ],
  ['origin', 'a.test', 'Invalid value for origin: "a.test".\n  Write origin: \'https://a.test\'.'],
  ['basePath', '/backend', `Invalid value for basePath: "/backend".\n  ${BASE_PATH_HINT}`],
  [
    'onUnhandledRequest',
    'drop',
    'Invalid value for onUnhandledRequest: "drop".\n  Expected bypass or error.',
  ],
  [
    'speed',
    '60',
    'Invalid value for speed: "60".\n  Expected a number above 0, such as 60: write 60 without quotes.',
  ],
  [
    'publicUrl',
    'deckhand',
    'Invalid value for publicUrl: "deckhand".\n  Expected a URL such as https://deckhand.example.com.',
  ],
  ['maxStoredJobs', 0, 'Invalid value for maxStoredJobs: 0.\n  Expected a whole number from 1 to 10000000.'],
];

describe('an option with a wrong value is the same error in code and in the configuration file', () => {
  it.each(VALUES)('%s: %j', (name, value, error) => {
    expect(errorOf(() => createDeckhand({ [name]: value }))).toBe(error);
    const at = 'deckhand.config.js:1:18: ';
    expect(inConfig(`${name}: ${JSON.stringify(value)}`)).toBe(at + error);
  });

  it('for every option that is not checked where it is read', () => {
    const names = Object.entries(deckhandOptionValidators).flatMap(([name, check]) =>
      check === acceptAnything ? [] : [name],
    );
    expect(new Set(VALUES.map(([name]) => name))).toEqual(new Set(names));
  });

  it('an unknown option names the nearest', () => {
    const error = 'Unknown option "seeed". Did you mean seed?';
    expect(errorOf(() => createDeckhand({ seeed: 7 } as object))).toMatch(error);
    expect(errorOf(() => setupDeckhand({ seeed: 7 } as object))).toMatch(error);
    expect(errorOf(() => createDeckhandServer({ seeed: 7 } as object))).toMatch(error);
    expect(inConfig('seeed: 7')).toMatch(`deckhand.config.js:1:18: ${error}`);
    // Test runners print only the message.
    expect(() => createDeckhand({ seeed: 7 } as object)).toThrow(/\n {2}There are: scenario, scenarios, /);
  });
});

it.each([
  [
    'createDeckhandServer',
    createDeckhandServer,
    { controlToken: 'short' },
    'Invalid value for controlToken.',
  ],
  [
    'createDeckhandServer',
    createDeckhandServer,
    { allowHosts: 'a' },
    'Invalid value for allowHosts: "a".\n  Expected a list, such as [\'deckhand.internal\'].',
  ],
  [
    'deckhandMiddleware',
    deckhandMiddleware,
    { allowProduction: 'yes' },
    'Invalid value for allowProduction: "yes".\n  Expected true or false.',
  ],
  ['setupDeckhand', setupDeckhand, { workspace: 7 }, 'Invalid value for workspace: 7.\n  Expected a string.'],
])('an option of %s alone is checked, too: %o', (_, entry, options, error) => {
  expect(errorOf(() => (entry as (options: object) => unknown)(options))).toContain(error);
});
