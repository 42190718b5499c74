/** Saving a scenario over the control API: what is written, and what is refused. */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectDeckhand } from '../../../src/app/connect.js';
import { Deckhand } from '../../../src/app/deckhand.js';
import type { RemoteWorkspace } from '../../../src/app/remote-workspace.js';
import { UserError } from '../../../src/base/user-error.js';
import { loadScenarios } from '../../../src/files/load-scenarios.js';
import { BUNDLED_SCENARIOS } from '../../../src/files/package-files.js';
import { ScenarioSourceFiles } from '../../../src/files/scenario-source-files.js';
import { controlPath } from '../../../src/generated/control-routes.js';
import { ScenarioLibrary } from '../../../src/scenario/library.js';
import { startServer } from '../../../src/server/server.js';
import { createTempFolder } from '../../cli/temp-files.js';

const story = (title: string): string => `title: ${title}\nsteps: [complete: null] # mine\n`;

async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof UserError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'done';
}

interface Server {
  readonly url: string;
  readonly deckhand: Deckhand;
  readonly workspace: RemoteWorkspace;
}

async function start(paths: readonly string[]): Promise<Server> {
  const library = new ScenarioLibrary();
  loadScenarios([BUNDLED_SCENARIOS, ...paths], library);
  const deckhand = new Deckhand({}, { library, sources: new ScenarioSourceFiles(paths, BUNDLED_SCENARIOS) });
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { url: server.url, deckhand, workspace: connectDeckhand(server.url).workspace('ws_dev') };
}

/** Sends a request as a page of this origin. */
function put(url: string, name: string, body: object, origin: string): Promise<Response> {
  return fetch(`${url}${controlPath}/scenarios/${name}/source`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });
}

let folder: string;
let file: string;
let server: Server;
let workspace: RemoteWorkspace;

beforeEach(async () => {
  folder = createTempFolder({});
  file = join(folder, 'mine.yaml');
  server = await start([folder]);
  ({ workspace } = server);
});

const save = (name: string, text = story('One'), previous: string | null = null) =>
  workspace.saveScenario(name, { text, previous });
const filesOf = (path: string): string[] => readdirSync(path).sort();

describe('a saved scenario', () => {
  it('is a new file with exactly this text, and new jobs play it at once', async () => {
    const saved = await save('mine');
    expect(readFileSync(file, 'utf8')).toBe(story('One'));
    expect(filesOf(folder)).toEqual(['mine.yaml']);
    expect(await workspace.scenarioSource('mine')).toEqual({ ...saved, text: story('One') });
    const job = await workspace.startJob({ prompt: 'Harbour taxis', scenario: 'mine' });
    expect(job).toMatchObject({ scenario: 'mine', status_response: { status: 'completed' } });
  });

  it('replaces the text that was read, in its own file and with its permissions', async () => {
    const json = join(folder, 'other.json');
    writeFileSync(json, '{ "title": "Old", "steps": [{ "complete": null }] }');
    chmodSync(json, 0o666);
    const { hash } = await workspace.scenarioSource('other');
    await save('other', '{ "title": "New", "steps": [{ "complete": null }] }', hash);
    expect(readFileSync(json, 'utf8')).toContain('New');
    expect(statSync(json).mode & 0o777).toBe(0o666);
    expect(filesOf(folder)).toEqual(['other.json']);
  });

  it('overrides a bundled scenario without a change of its file', async () => {
    const bundled = await workspace.scenarioSource('instant');
    expect(bundled.hash).toBe(null);
    await save('instant', story('Mine'), bundled.hash);
    expect((await workspace.scenarioSource('instant')).file).toBe(join(folder, 'instant.yaml'));
    expect(readFileSync(join(BUNDLED_SCENARIOS, 'instant.yaml'), 'utf8')).toBe(bundled.text);
  });

  it('is in the last folder, and the list names it', async () => {
    const other = createTempFolder({ 'mine.yaml': story('Elsewhere') });
    const two = await start([other, folder]);
    const response = await fetch(`${two.url}${controlPath}/scenarios`);
    expect(await response.json()).toMatchObject({ saving: { folder } });
    const { hash } = await two.workspace.scenarioSource('mine');
    await two.workspace.saveScenario('mine', { text: story('One'), previous: hash });
    expect([filesOf(other), filesOf(folder)]).toEqual([['mine.yaml'], ['mine.yaml']]);
    expect(readFileSync(join(other, 'mine.yaml'), 'utf8')).toBe(story('Elsewhere'));
  });

  it('replaces a file that has a second name, and not the text behind that name', async () => {
    writeFileSync(file, story('Old'));
    const second = join(createTempFolder({}), 'second.yaml');
    linkSync(file, second);
    await save('mine', story('New'), (await workspace.scenarioSource('mine')).hash);
    expect([readFileSync(file, 'utf8'), readFileSync(second, 'utf8')]).toEqual([story('New'), story('Old')]);
  });
});

describe('a text that somebody else has changed', () => {
  it('is not overwritten by the second of two tabs', async () => {
    const { hash } = await save('mine');
    await save('mine', story('First tab'), hash);
    expect(await errorOf(save('mine', story('Second tab'), hash))).toBe(
      `scenario-conflict: ${file} has changed since it was read.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(story('First tab'));
  });

  it('is not overwritten when both tabs save at the same time', async () => {
    const { hash } = await save('mine');
    const results = await Promise.all(
      ['Two', 'Three', 'Four'].map((title) => errorOf(save('mine', story(title), hash))),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(results.filter((result) => result.startsWith('scenario-conflict'))).toHaveLength(2);
  });

  it('is not overwritten after an editor has written it, created it, or deleted it', async () => {
    const { hash } = await save('mine');
    writeFileSync(file, story('By an editor'));
    expect(await errorOf(save('mine', story('Tab'), hash))).toMatch(/has changed since it was read\.$/);
    expect(await errorOf(save('mine', story('Tab')))).toBe(`scenario-conflict: ${file} exists already.`);
    rmSync(file);
    expect(await errorOf(save('mine', story('Tab'), hash))).toBe(
      `scenario-conflict: ${file} was deleted since it was read.`,
    );
    expect(existsSync(file)).toBe(false);
  });
});

describe('a name', () => {
  it.each([
    '..%2Fescaped',
    '..%5Cescaped',
    '%2Ftmp%2Fescaped',
    'C%3Aescaped',
    'a%00b',
    'sub%2Fmine',
    '.mine',
  ])('that leads out of the folder is refused: %s', async (name) => {
    const response = await put(server.url, name, { text: story('One'), previous: null }, server.url);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        code: 'invalid_input',
        errors: [{ pointer: '/scenario', detail: 'must have 1 to 64 lowercase letters, digits and hyphens' }],
      },
    ]);
    expect(filesOf(folder)).toEqual([]);
    expect(existsSync(join(folder, '..', 'escaped.yaml'))).toBe(false);
  });

  it.each(['Mine', 'mïne', 'mine ', 'mine.yaml', '-mine', 'x'.repeat(65)])('is refused: %s', async (name) =>
    expect(await errorOf(save(name))).toMatch(/^invalid-input: scenario must have 1 to 64 lowercase letters/),
  );

  it.each(['con', 'Con', 'nul', 'com1', 'lpt9'])('that Windows reserves is refused: %s', async (name) => {
    expect(await errorOf(save(name))).toBe(
      `invalid-input: scenario must not be ${name}, which Windows reserves for a device.`,
    );
    expect(filesOf(folder)).toEqual([]);
  });

  it.each(['com', 'console', 'com10', 'x'.repeat(64)])('is accepted: %s', async (name) =>
    expect((await save(name)).file).toBe(join(folder, `${name}.yaml`)),
  );

  it('that differs from a file only in its case is refused', async () => {
    writeFileSync(join(folder, 'Mine.yml'), story('Old'));
    expect(await errorOf(save('mine'))).toBe(
      `not-writable: ${join(folder, 'Mine.yml')} differs from mine only in its case. Rename it first.`,
    );
  });

  it('that two files have is refused', async () => {
    writeFileSync(file, story('One'));
    writeFileSync(join(folder, 'mine.json'), story('Two'));
    expect(await errorOf(save('mine'))).toBe(
      `not-writable: Two files in ${folder} define mine: mine.json and mine.yaml.`,
    );
  });
});

describe('a text', () => {
  it('with errors is refused with each position, and nothing is written', async () => {
    const text = 'titel: T\nsteps:\n  - generate: { for: 5x }\n';
    expect(await errorOf(save('mine', text))).toMatch(
      /^invalid-input: line 1, column 1: titel .*; line 3, column 17: steps\[0\]\.generate\.for must be/,
    );
    expect(await errorOf(save('mine', `${story('T')}violates: [no/rule]\n`))).toMatch(
      /line 3, column 12: violates\[0\] is the unknown rule no\/rule/,
    );
    expect(filesOf(folder)).toEqual([]);
    expect(server.deckhand.library.get('mine')).toBe(undefined);
  });

  it('with an alias bomb is refused quickly, by the check, too', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const value =
        level === 0
          ? '[x, x, x, x, x, x, x, x, x]'
          : `[${Array(9)
              .fill(`*a${level - 1}`)
              .join(', ')}]`;
      return `a${level}: &a${level} ${value}`;
    });
    const text = `${levels.join('\n')}\n${story('T')}`;
    const { errors } = await workspace.checkScenario({ text });
    expect(errors).toMatchObject([{ message: 'has aliases that repeat more than 100 parts', line: 1 }]);
    expect(await errorOf(save('mine', text))).toMatch(
      /^invalid-input: line 1, .* repeat more than 100 parts\.$/,
    );
    expect(filesOf(folder)).toEqual([]);
  });

  it('of more than 131,072 characters, and a body of 2 MB, are refused', async () => {
    expect(await errorOf(save('mine', `# ${'x'.repeat(131_072)}`))).toBe(
      'invalid-input: text must have at most 131072 characters.',
    );
    for (const [method, path] of [
      ['PUT', 'scenarios/mine/source'],
      ['POST', 'scenarios/check'],
    ]) {
      const response = await fetch(`${server.url}${controlPath}/${path}`, {
        method: method ?? '',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'x'.repeat(2_000_000), previous: null }),
      });
      expect([response.status, await response.json()]).toMatchObject([
        413,
        { code: 'content_too_large', detail: 'The body may have at most 1048576 bytes.' },
      ]);
    }
    expect(filesOf(folder)).toEqual([]);
  });

  it('does not replace a file with a key, because the key is hidden where the text was read', async () => {
    const text = `${story('T')}description: uses deckhand-dev-key\n`;
    writeFileSync(file, text);
    const source = await workspace.scenarioSource('mine');
    expect(source.text).toMatch(/uses \[redacted \w+\]/);
    expect(await errorOf(save('mine', source.text, source.hash))).toBe(
      `not-writable: ${file} contains a key, which is hidden here: edit the file itself.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('a link', () => {
  it.each([
    [
      'to a file outside of the folder',
      () => join(createTempFolder({ 'secret.yaml': story('Secret') }), 'secret.yaml'),
    ],
    [
      'to a file of the folder',
      () => (writeFileSync(join(folder, 'target.yaml'), story('Target')), 'target.yaml'),
    ],
    ['to nothing', () => join(folder, 'nowhere')],
  ])('%s is not followed or replaced', async (_what, createTarget) => {
    const target = createTarget();
    symlinkSync(target, file);
    expect(await errorOf(save('mine'))).toBe(
      `not-writable: ${file} is a link. Save under another name, or edit its target.`,
    );
    const path = join(folder, target);
    if (existsSync(path)) expect(readFileSync(path, 'utf8')).toBe(story('Target'));
    expect(filesOf(folder)).not.toContain('nowhere');
  });

  it('to the folder itself works, because the user has named it', async () => {
    const link = join(createTempFolder({}), 'scenarios');
    symlinkSync(folder, link);
    const linked = await start([link]);
    await linked.workspace.saveScenario('mine', { text: story('One'), previous: null });
    expect(readFileSync(file, 'utf8')).toBe(story('One'));
  });
});

describe('a server', () => {
  const reasonOf = async (paths: readonly string[]): Promise<string> => {
    const { url, workspace: other } = await start(paths);
    const result = await errorOf(other.saveScenario('mine', { text: story('One'), previous: null }));
    const list = (await (await fetch(`${url}${controlPath}/scenarios`)).json()) as {
      saving: { reason: string };
    };
    expect(`not-writable: ${list.saving.reason}`).toBe(result);
    return result;
  };

  it('without a folder says how to start it with one', async () =>
    expect(await reasonOf([])).toBe(
      'not-writable: The server has no folder of scenarios. To save scenarios, start it with "npx --no deckhand serve --scenarios FOLDER", or with a folder in the option scenarios.',
    ));

  it('with one file in place of a folder says so', async () => {
    const only = join(createTempFolder({ 'one.yaml': story('One') }), 'one.yaml');
    expect(await reasonOf([only])).toMatch(
      /^not-writable: The server has .*one\.yaml in place of a folder\. To save scenarios, start it/,
    );
  });

  it('does not save what a file of its options would override', async () => {
    const winner = join(createTempFolder({ 'mine.yaml': story('Winner') }), 'mine.yaml');
    const { workspace: other } = await start([folder, winner]);
    expect(await errorOf(other.saveScenario('mine', { text: story('One'), previous: null }))).toBe(
      `not-writable: A file in ${folder} would have no effect: ${winner} has priority.`,
    );
    expect(filesOf(folder)).toEqual([]);
  });

  it('whose folder was deleted, or has a folder in place of the file, says so', async () => {
    mkdirSync(file);
    expect(await errorOf(save('mine'))).toBe(`not-writable: ${file} is not a regular file.`);
    rmSync(folder, { recursive: true });
    expect(await errorOf(save('other'))).toMatch(/^not-writable: The server has .* in place of a folder/);
    mkdirSync(folder);
  });

  it('of a page or a test has no editor and no files, and says so', async () => {
    const inProcess = new Deckhand().workspace('ws_dev');
    const body = { text: story('One'), previous: null };
    expect(await errorOf(inProcess.saveScenario('mine', body))).toBe(
      'not-allowed: Only the control API of a server has the operations of the scenario editor.',
    );
    const deckhand = new Deckhand();
    const served = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => served.close());
    const remote = connectDeckhand(served.url).workspace('ws_dev');
    expect(await errorOf(remote.saveScenario('mine', body))).toBe(
      'not-writable: This mock server has no folder of scenarios, because it runs in a page or in a test.',
    );
  });

  it.each([
    ['https://evil.test', 'origin_not_allowed'],
    ['null', 'origin_not_allowed'],
  ])('does not save for a page of %s', async (origin, code) => {
    const response = await put(server.url, 'mine', { text: story('One'), previous: null }, origin);
    expect([response.status, await response.json()]).toMatchObject([403, { code }]);
    expect(filesOf(folder)).toEqual([]);
  });
});
