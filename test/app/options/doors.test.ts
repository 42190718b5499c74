/** An option has one check and one error text, wherever it is set. */
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { loadConfig } from '../../../src/app/config/load-config.js';
import type { DeckhandConfig } from '../../../src/app/config/config.js';
import { OPTION_NAMES } from '../../../src/app/options/deckhand-options.js';
import { mockServerOptions } from '../../../src/app/options/mock-server-options.js';
import { checkOptions, type Values } from '../../../src/app/options/option.js';
import { serverOptions, type ServeOptions } from '../../../src/app/options/server-options.js';
import { verifyOptions, type VerifyOptions } from '../../../src/app/options/verify-options.js';
import { UserError } from '../../../src/base/user-error.js';
import { addOptions } from '../../../src/cli/command-options.js';
import type { DeckhandMiddlewareOptions } from '../../../src/integrations/express.js';
import type { SetupDeckhandOptions } from '../../../src/integrations/node.js';
import type { CreateServerOptions } from '../../../src/integrations/server.js';
import type { DeckhandPluginOptions } from '../../../src/integrations/vite.js';

afterEach(() => vi.unstubAllEnvs());

const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'accepted';
};

/** The values that the action of a command gets. */
function valuesOf<Options>(args: readonly string[], door: 'serve' | 'verify'): Partial<Options> {
  let values = {};
  const table = door === 'serve' ? serverOptions : verifyOptions;
  const command = addOptions(new Command(door).exitOverride(), door, table);
  command.action((options: object) => void (values = options)).parse(args, { from: 'user' });
  return values;
}
const serve = (...args: readonly string[]) => valuesOf<ServeOptions>(args, 'serve');
const verify = (...args: readonly string[]) => valuesOf<VerifyOptions>(args, 'verify');

function inConfig(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-doors-'));
  writeFileSync(join(folder, 'deckhand.config.js'), `export default { ${source} };`);
  const refusal = refusalOf(() => loadConfig(folder));
  rmSync(folder, { recursive: true });
  return refusal.replace(/^\S*(?=deckhand\.config)/, '');
}

describe('a wrong value has the same error as a flag, as an option in code, and in the configuration file', () => {
  it.each([
    ['rateLimit', '--rate-limit', '20', 'cannot be "20".\n  It has no window. Write it as 20/1m.'],
    [
      'latency',
      '--latency',
      'slow',
      'cannot be "slow".\n  Expected a time or a range, such as 200ms or 200ms..600ms.',
    ],
    ['seed', '--seed', '1.5', 'cannot be "1.5".\n  Expected a whole number of 0 or more.'],
    [
      'basePath',
      '--base-path',
      '/backend',
      'cannot be "/backend".\n  The base path of the API ends in /api/v1: write /backend/api/v1.',
    ],
  ])('%s', (name, flag, value, error) => {
    const place = 'deckhand.config.js:1:18:';
    expect(refusalOf(() => serve(flag, value))).toBe(`${flag} ${error}`);
    // In code, a string has quotes.
    const inCode = `${name} ${error.replaceAll(/(?<=as )20\/1m|\b200ms(?:..600ms)?/g, "'$&'")}`;
    expect(refusalOf(() => createDeckhand({ [name]: value }))).toBe(inCode);
    expect(refusalOf(() => checkOptions({ [name]: value }, 'deckhand/server', serverOptions))).toBe(inCode);
    expect(inConfig(`${name}: ${JSON.stringify(value)}`)).toBe(`${place} ${inCode}`);
  });

  it.each([
    [{ seed: '7' }, 'seed cannot be "7".\n  Expected a whole number of 0 or more: write 7 without quotes.'],
    [
      { speed: '60' },
      'speed cannot be "60".\n  Expected a number above 0, such as 60: write 60 without quotes.',
    ],
    [{ rateLimit: 20 }, "rateLimit cannot be 20.\n  It has no window. Write it as '20/1m'."],
  ])('a value of the wrong type is shown as code: %o', (options, error) => {
    expect(refusalOf(() => createDeckhand(options as object))).toBe(error);
  });

  it('the message of an error has its hint, because test runners print only the message', () => {
    expect(() => createDeckhand({ seeed: 7 } as object)).toThrow(
      /^Unknown option "seeed"\. .+\n  There are: /,
    );
  });

  it('keys', () => {
    const error =
      'has a wrong entry. A workspace has an id of letters, digits, "_", "-" and ".", such as ws_team.';
    expect(refusalOf(() => serve('--key', 'mine=my team'))).toContain(`--key ${error}`);
    expect(refusalOf(() => createDeckhand({ keys: { mine: 'my team' } }))).toContain(`keys ${error}`);
    expect(inConfig('keys: { mine: "my team" }')).toContain(`keys ${error}`);
  });

  it.each(['s3cr3t=s3cr3t/+', 's3cr3t s3cr3t', 's3cr3t-é', ' s3cr3t=ws_dev', 'ws_dev=s3cr3t+'])(
    'keys, which no error shows: %s',
    (value) => {
      const error = refusalOf(() => serve('--key', value));
      expect(error).toMatch(/^--key has a wrong entry\./);
      expect(error).not.toContain('s3cr3t');
    },
  );

  it('controlToken, which no error shows', () => {
    const error = 'cannot be used.\n  Expected a token of at least 16 characters, without spaces.';
    expect(refusalOf(() => serve('--control-token', 'short'))).toBe(`--control-token ${error}`);
    for (const door of ['deckhand/server', 'deckhand/vite'] as const)
      expect(refusalOf(() => checkOptions({ controlToken: 'short' }, door, serverOptions))).toBe(
        `controlToken ${error}`,
      );
  });
});

it('an environment variable is named in the error', () => {
  vi.stubEnv('PORT', 'nowhere');
  expect(refusalOf(() => serve())).toBe(
    'PORT in the environment cannot be "nowhere".\n  Expected a whole number from 0 to 65535.',
  );
});

describe('keys in the environment', () => {
  it('are separated by commas, each with or without its workspace', () => {
    vi.stubEnv('DECKHAND_KEYS', 'mine, team-key=ws_team,deckhand-other-key,sandbox-a');
    expect(serve().keys).toEqual({
      mine: 'ws_dev',
      'team-key': 'ws_team',
      'deckhand-other-key': 'ws_other',
      'sandbox-a': 'ws_sandbox_a',
    });
    expect(serve('--key', 'a,b').keys).toEqual({ 'a,b': 'ws_dev' });
    expect(serve('--no-key').keys).toBe(false);
  });

  it('and another decision are a mistake, unless the variable is empty', () => {
    vi.stubEnv('DECKHAND_KEYS', 'mine');
    expect(() => serve('--any-key')).toThrow(/--any-key.* cannot be used with .*DECKHAND_KEYS/);
    vi.stubEnv('DECKHAND_KEYS', '');
    expect(serve('--any-key').anyKey).toBe(true);
  });

  it('are not in the error about one of them', () => {
    vi.stubEnv('DECKHAND_KEYS', 's3cr3t,s3cr3t s3cr3t');
    const error = refusalOf(() => serve());
    expect(error).toMatch(/^DECKHAND_KEYS in the environment has a wrong entry\./);
    expect(error).not.toContain('s3cr3t');
  });
});

describe('an empty environment variable counts as not set', () => {
  it.each([
    ['PORT', 'port', 4010],
    ['HOST', 'host', '127.0.0.1'],
    ['DECKHAND_CONTROL_TOKEN', 'controlToken', undefined],
    ['DECKHAND_KEYS', 'keys', undefined],
  ] as const)('%s', (variable, name, value) => {
    vi.stubEnv(variable, '');
    expect(serve()[name]).toBe(value);
  });

  it.each([
    ['DECKHAND_API_KEY', 'apiKey'],
    ['DECKHAND_OTHER_API_KEY', 'otherApiKey'],
    ['DECKHAND_DISABLED_API_KEY', 'disabledApiKey'],
    ['DECKHAND_HEADERS', 'header'],
    ['DECKHAND_BASIC_AUTH', 'basicAuth'],
  ] as const)('%s', (variable, name) => {
    vi.stubEnv(variable, '');
    expect(verify()[name]).toBeUndefined();
    vi.stubEnv(variable, 'X-Gate:1');
    expect(verify()[name]).toBeDefined();
  });

  it('but an empty flag is a mistake', () => {
    expect(refusalOf(() => serve('--control-token', ''))).toContain('--control-token cannot be used.');
  });
});

it('the table has exactly the options of each entry, and of the configuration file', () => {
  type Names<At extends Parameters<typeof checkOptions>[1]> = keyof Values<typeof serverOptions, At>;
  expectTypeOf<Names<'deckhand/server'>>().toEqualTypeOf<keyof CreateServerOptions>();
  expectTypeOf<Names<'deckhand/express'>>().toEqualTypeOf<keyof DeckhandMiddlewareOptions>();
  expectTypeOf<Names<'deckhand/vite'>>().toEqualTypeOf<keyof DeckhandPluginOptions>();
  expectTypeOf<Names<'deckhand/node'>>().toEqualTypeOf<keyof SetupDeckhandOptions>();
  expectTypeOf<Names<'deckhand.config.ts'>>().toEqualTypeOf<keyof DeckhandConfig>();
  expect(Object.keys(mockServerOptions).toSorted()).toEqual([...OPTION_NAMES].toSorted());
});
