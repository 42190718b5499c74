import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import type { ScenariosOption } from '../../../src/app/options/scenarios.js';
import type { ScenarioInput } from '../../../src/app/scenario-input.js';
import { UserError } from '../../../src/base/user-error.js';

const failingScenario = (error: string) => `title: Mine\nsteps:\n  - fail: { error: ${error} }\n`;
const scenario = (error: string) => ({ title: 'Mine', steps: [{ fail: { error } }] });
const BROKEN = 'title: Mine\nsteps:\n  - generat: 2s\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-scenarios-'));
  mkdirSync(join(folder, 'own'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** The error of a job that uses this scenario. */
async function errorOf(deckhand: ReturnType<typeof createDeckhand>, use?: ScenarioInput): Promise<string> {
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  if (use !== undefined) deckhand.workspace('ws_dev').useScenario(use);
  const body = JSON.stringify({ prompt: 'A talk' });
  const url = 'http://x/api/v1/presentations/generate';
  const { poll_url } = await (await deckhand.fetch(url, { method: 'POST', headers, body })).json();
  return (await (await deckhand.fetch(`http://x${poll_url}`, { headers })).json()).error;
}

/** The error that `createDeckhand` or `useScenario` throws. */
function thrownError(work: () => unknown): UserError {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('scenarios are read from', () => {
  const sources: Record<string, (error: string) => ScenariosOption> = {
    'a folder': (error) => (write('own/mine.yaml', failingScenario(error)), join(folder, 'own')),
    'a file': (error) => write('mine.yaml', failingScenario(error)),
    'a JSON file': (error) => write('mine.json', JSON.stringify(scenario(error))),
    'objects by name': (error) => ({ mine: scenario(error) }),
    'texts by name': (error) => ({ mine: failingScenario(error) }),
    'a text of one line': (error) => ({ mine: `{ title: Mine, steps: [{ fail: { error: ${error} } }] }` }),
    'a marked text': (error) => ({ mine: { yaml: failingScenario(error) } }),
    'files by name': (error) => ({ mine: write('other.yaml', failingScenario(error)) }),
    'texts by path, as import.meta.glob gives them': (error) => ({
      './own/mine.yaml': failingScenario(error),
    }),
    'modules by path': (error) => ({ './own/mine.yaml': { default: failingScenario(error) } as never }),
  };

  it.each(Object.keys(sources))('%s', async (source) => {
    expect(await errorOf(createDeckhand({ scenarios: sources[source]!('E') }), 'mine')).toBe('E');
  });
});

describe.each([
  ['a file', () => write('mine.yaml', failingScenario('E')) as `${string}.yaml`],
  ['a marked text', () => ({ yaml: failingScenario('E') })],
  ['an object', () => scenario('E')],
])('%s', (_, source) => {
  it('can be used without a name', async () => {
    expect(await errorOf(createDeckhand(), source())).toBe('E');
  });

  it('can be the default scenario', async () => {
    expect(await errorOf(createDeckhand({ scenario: source() }))).toBe('E');
  });
});

describe('an error is reported with its position and a suggestion:', () => {
  it.each<[string, () => unknown, string]>([
    [
      'in a folder',
      () => createDeckhand({ scenarios: (write('own/mine.yaml', BROKEN), join(folder, 'own')) }),
      'own/mine.yaml:3:5: steps[0].generat is not a known field',
    ],
    [
      'in a text',
      () => createDeckhand({ scenarios: { mine: BROKEN } }),
      'scenarios.mine:3:5: steps[0].generat is not a known field',
    ],
    [
      'in an object',
      () => createDeckhand({ scenarios: { mine: { title: 'Mine', steps: [{ generat: '2s' } as never] } } }),
      'scenario mine: steps[0].generat is not a known field',
    ],
  ])('%s', (_, work, message) => {
    expect(thrownError(work).message).toContain(message);
    expect(thrownError(work).message).toContain('did you mean generate?');
  });
});

describe('an invalid value is rejected with a hint:', () => {
  it.each<[string, unknown, RegExp]>([
    ['a text without a name', failingScenario('E'), /without a name\.\n.*\{ checkout: text \}/],
    ['a function', { './a.yaml': () => {} }, /\.\/a\.yaml is not loaded yet\.\n.*eager: true/],
    ['a name with capitals', { Mine: failingScenario('E') }, /has the name "Mine": use lowercase/],
  ])('%s', (_, scenarios, message) => {
    const error = thrownError(() => createDeckhand({ scenarios: scenarios as ScenariosOption }));
    expect(error.format()).toMatch(message);
  });

  it('a path in a browser', () => {
    vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
    const error = thrownError(() => createDeckhand({ scenarios: './scenarios' }));
    expect(error.format()).toMatch(/^A browser cannot read scenario files from a path\.\n.*\?raw/);
    expect(() => createDeckhand({ scenarios: { mine: failingScenario('E') } })).not.toThrow();
  });
});
