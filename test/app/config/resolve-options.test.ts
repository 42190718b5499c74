import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UserError } from '../../../src/base/user-error.js';
import { loadConfig } from '../../../src/app/config/load-config.js';
import { resolveOptions } from '../../../src/app/config/resolve-options.js';
import { deckhandOptionValidators, type DeckhandOptions } from '../../../src/app/options/deckhand-options.js';

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const TYPED = `import { defineConfig } from 'deckhand/config';
import { rate } from './rate.js';

const seed: number = 7;
export default defineConfig({
  apiKeys: { 'my-key': 'ws_team' },
  basePath: '/backend/api/v1',
  scenario: 'slow-progress',
  rateLimit: rate as string,
  latency: '200ms..600ms',
  seed,
  allowOrigins: ['https://app.example.com'],
});
`;

describe('deckhand.config', () => {
  it('in TypeScript is read with its imports, and has a folder scenarios next to it', () => {
    const folder = project({
      'deckhand.config.ts': TYPED,
      'rate.ts': "export const rate = '20/1m';",
      'scenarios/mine.yaml': 'title: Mine\nsteps: [{ complete: }]',
    });
    const { config, file } = loadConfig(folder) ?? {};
    expect(file).toBe(join(folder, 'deckhand.config.ts'));
    expect(config).toEqual({
      apiKeys: { 'my-key': 'ws_team' },
      basePath: '/backend/api/v1',
      scenario: 'slow-progress',
      rateLimit: '20/1m',
      latency: '200ms..600ms',
      seed: 7,
      allowOrigins: ['https://app.example.com'],
      scenarios: [join(folder, 'scenarios')],
    });
  });

  it.each([['mts', 'export default { seed: 3 as number };']])('can be a file .%s', (extension, text) => {
    expect(loadConfig(project({ [`deckhand.config.${extension}`]: text }))?.config.seed).toBe(3);
  });

  it('is searched in one folder only, and can be named or disabled', () => {
    const folder = project({
      'deckhand.config.js': 'export default {};',
      'other/mine.ts': 'export default { seed: 5 };',
    });
    expect(loadConfig(join(folder, 'other'))).toBeUndefined();
    expect(loadConfig(folder, false)).toBeUndefined();
    expect(loadConfig(folder, 'other/mine.ts')?.config.seed).toBe(5);
  });
});

describe('an error in deckhand.config has one message with its position:', () => {
  const errorOf = (text: string, name = 'deckhand.config.ts'): string => {
    const folder = project({ [name]: text });
    try {
      loadConfig(folder);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      expect(error.code).toBe('invalid-config');
      return error.format().replace(`${folder}/`, '');
    }
    return 'accepted';
  };
  const set = (line: string): string => `export default {\n  seed: 1,\n  ${line},\n};\n`;

  it.each([
    [
      'an unknown name',
      set('scenarioo: "x"'),
      'deckhand.config.ts:3:3: Unknown option "scenarioo". Did you mean scenario?',
    ],
    ['a syntax error', 'export default {\n  seed: ,\n};', 'deckhand.config.ts:2:9: Unexpected token'],
  ])('%s', (_, text, expected) => {
    const message = errorOf(text);
    expect(message).toContain(expected);
    expect(message.split('\n').length).toBeLessThanOrEqual(2);
    expect(message).not.toMatch(/^ +at /m);
  });
});

describe('options', () => {
  it('override the file, and add to its scenarios', () => {
    const folder = project({
      'deckhand.config.js':
        "export default { seed: 7, apiKeys: 'any', rateLimit: '20/1m', allowOrigins: ['https://a.test'] };",
      'scenarios/mine.yaml': 'title: Mine\nsteps: [{ complete: }]',
    });
    const more = { other: 'title: Other\nsteps: [{ complete: }]\n' };
    const options = {
      seed: 8,
      rateLimit: undefined,
      apiKeys: 'optional' as const,
      scenarios: more,
      allowOrigins: undefined,
    };
    expect(resolveOptions(options, folder)).toEqual({
      options: {
        seed: 8,
        apiKeys: 'optional',
        rateLimit: '20/1m',
        scenarios: [join(folder, 'scenarios'), more],
      },
      allowOrigins: ['https://a.test'],
      file: join(folder, 'deckhand.config.js'),
    });
    expect(resolveOptions({ ...options, config: false as const }, folder).file).toBeUndefined();
  });
});

describe('the file', () => {
  it('sets every option of code', () => {
    const folder = project({
      'deckhand.config.js': `export default {
        scenario: 'instant', scenarios: 'flows', replay: 'a.har', seed: 7, rateLimit: '20/1m', latency: '1s', apiKeys: 'any',
        origin: 'https://a.test', basePath: '/b/api/v1', onUnhandledRequest: 'error', speed: 10, publicUrl: 'https://b.test', maxStoredJobs: 5,
      };`,
    });
    const { options } = resolveOptions<DeckhandOptions>({}, folder);
    expect(options).toEqual({
      ...{
        scenario: 'instant',
        scenarios: [join(folder, 'flows')],
        replay: join(folder, 'a.har'),
        seed: 7,
      },
      ...{
        rateLimit: '20/1m',
        latency: '1s',
        apiKeys: 'any',
        origin: 'https://a.test',
        basePath: '/b/api/v1',
      },
      ...{ onUnhandledRequest: 'error', speed: 10, publicUrl: 'https://b.test', maxStoredJobs: 5 },
    });
    expect(Object.keys(options).toSorted()).toEqual(Object.keys(deckhandOptionValidators).toSorted());
  });
});
