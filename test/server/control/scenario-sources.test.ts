import {
  chmodSync,
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
import { connectDeckhand } from '../../../src/app/remote.js';
import { Deckhand } from '../../../src/app/deckhand.js';
import { BUNDLED_SCENARIOS } from '../../../src/files/bundled-folder.js';
import { loadScenarios } from '../../../src/files/load-scenarios.js';
import type { ControlEvent } from '../../../src/app/follow.js';
import type { ScenarioList } from '../../../src/generated/control-api.js';
import { startServer } from '../../../src/server/server.js';
import { SourceFiles } from '../../../src/files/source-files.js';
import type { WorkspaceVerbs } from '../../../src/app/workspace-verbs.js';
import { ScenarioLibrary } from '../../../src/scenario/library.js';
import { UserError } from '../../../src/base/user-error.js';
import { folderOf } from '../../cli/temporary.js';

const story = (title: string): string =>
  `title: ${title}\ndescription: D # as I like it\nsteps: [complete: null]\n`;
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof UserError ? `${error.code}: ${error.message}` : String(error)),
  );

async function start(
  folders: readonly string[],
): Promise<{ verbs: WorkspaceVerbs; deckhand: Deckhand; url: string }> {
  const library = new ScenarioLibrary();
  loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  const deckhand = new Deckhand({}, { library, sources: new SourceFiles(folders, BUNDLED_SCENARIOS) });
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { verbs: connectDeckhand(server.url).workspace('ws_dev'), deckhand, url: server.url };
}

describe('a scenario of a given folder', () => {
  let folder: string;
  let verbs: WorkspaceVerbs;
  let deckhand: Deckhand;
  let file: string;
  beforeEach(async () => {
    folder = folderOf({ 'mine.yml': story('One') });
    file = join(folder, 'mine.yml');
    ({ verbs, deckhand } = await start([folder]));
  });

  it('cannot be read while another file of the folder has its name; others can', async () => {
    writeFileSync(join(folder, 'mine.json'), '{}');
    writeFileSync(join(folder, 'other.yaml'), story('Other'));
    expect(await refusal(verbs.scenarioSource('mine'))).toMatch(
      /^bad-input: .*Two files are the scenario mine: mine\.json and mine\.yml in /s,
    );
    expect((await verbs.scenarioSource('other')).text).toBe(story('Other'));
  });

  it('is read unchanged from its file, with comments', async () => {
    const source = await verbs.scenarioSource('mine');
    expect(source).toMatchObject({ text: story('One'), file, saves_to: file, writable: true });
    writeFileSync(file, 'titel: not yet\n');
    expect((await verbs.scenarioSource('mine')).text).toBe('titel: not yet\n');
  });

  it('is saved to its file, and new jobs play it at once', async () => {
    chmodSync(file, 0o640);
    const { digest } = await verbs.scenarioSource('mine');
    const saved = await verbs.saveScenario('mine', story('Two'), digest);
    expect(readFileSync(file, 'utf8')).toBe(story('Two'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(deckhand.library.need('mine').title).toBe('Two');
    expect(saved.text).toBe(story('Two'));
    await verbs.saveScenario('mine', story('Three'), saved.digest);
    expect(readdirSync(folder)).toEqual(['mine.yml']);
  });

  it('emits an event with the new list when it is saved', async () => {
    const streams = ['ws_dev', 'ws_other'].map((id) => deckhand.workspace(id).events());
    for (const stream of streams) await stream.next();
    const { digest } = await verbs.scenarioSource('mine');
    await verbs.saveScenario('mine', story('Two'), digest);
    for (const stream of streams) {
      const { value } = await stream.next();
      expect(value).toMatchObject({ event: 'scenarios', data: { saves_to: folder } });
      const { scenarios } = (value as ControlEvent).data as ScenarioList;
      expect(scenarios.find(({ name }) => name === 'mine')?.title).toBe('Two');
      await stream.return();
    }
  });

  it('cannot be new in a folder that is read-only or missing, and the reason is given', async () => {
    const list = () => deckhand.control.sources?.folder();
    expect(list()).toEqual({ saves_to: folder });
    rmSync(folder, { recursive: true });
    expect(list()).toEqual({ reason: expect.stringContaining('not there any more') });
    expect(new SourceFiles([]).folder()).toEqual({ reason: expect.stringContaining('--scenarios <folder>') });
    mkdirSync(folder);
  });

  it('is not saved over another change', async () => {
    const { digest } = await verbs.scenarioSource('mine');
    writeFileSync(file, story('Theirs'));
    expect(await refusal(verbs.saveScenario('mine', story('Mine'), digest))).toMatch(
      /^file-changed: .*mine\.yml was changed/,
    );
    expect(await refusal(verbs.saveScenario('mine', story('Mine'), null))).toMatch(
      /^file-changed: There is a scenario mine already/,
    );
    expect(await refusal(verbs.saveScenario('instant', story('Mine'), null))).toMatch(
      /^file-changed: There is/,
    );
    expect(readFileSync(file, 'utf8')).toBe(story('Theirs'));
  });

  it('is saved once when two clients save at the same time', async () => {
    const { digest } = await verbs.scenarioSource('mine');
    const outcomes = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => refusal(verbs.saveScenario('mine', story(title), digest))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['mine.yml']);
  });

  it('is not saved with mistakes; each has file, line and column', async () => {
    const { digest } = await verbs.scenarioSource('mine');
    const wrong = 'title: T\ndescription: D\nsteps: [{ work: { for: 5x } }]\n';
    expect(await refusal(verbs.saveScenario('mine', wrong, digest))).toMatch(
      /^bad-input: \/text .*mine\.yml:3:19: steps\[0\]\.work\.for/,
    );
    expect(await refusal(verbs.saveScenario('mine', '['.repeat(9999), digest))).toMatch(
      /^bad-input: .*1:101: is nested/,
    );
    expect(readFileSync(file, 'utf8')).toBe(story('One'));
    expect(deckhand.library.need('mine').title).toBe('One');
  });

  it('is written to the last folder when it is new, and does not overwrite an existing one', async () => {
    const saved = await verbs.saveScenario('another', story('New'), null);
    expect(saved).toMatchObject({ file: join(folder, 'another.yaml'), writable: true });
    expect(await refusal(verbs.saveScenario('another', story('Again'), null))).toMatch(/^file-changed/);
    expect(await refusal(verbs.saveScenario('gone', story('Gone'), saved.digest))).toMatch(
      /^file-changed: .*not there any more/,
    );
  });

  it('can have the name of a bundled one: the bundled file stays as it is', async () => {
    const bundled = await verbs.scenarioSource('instant');
    const copy = join(folder, 'instant.yaml');
    expect(bundled).toMatchObject({ writable: true, saves_to: copy });
    expect(bundled.text).toBe(readFileSync(join(BUNDLED_SCENARIOS, 'instant.yaml'), 'utf8'));
    await verbs.saveScenario('instant', story('Mine'), bundled.digest);
    expect(readFileSync(join(BUNDLED_SCENARIOS, 'instant.yaml'), 'utf8')).toBe(bundled.text);
    expect(await verbs.scenarioSource('instant')).toMatchObject({ text: story('Mine'), file: copy });
  });

  it.each([
    '../outside',
    '..',
    '/etc/passwd',
    'a/b',
    'a\\b',
    '.hidden',
    'Big',
    'x\0y',
    'con.yaml',
    'x'.repeat(65),
  ])('cannot have the name %j', async (name) => {
    const call = deckhand.workspace('ws_dev').saveScenario(name, story('X'), null);
    expect(await refusal(call)).toMatch(/^bad-input: the input needs a name/);
    expect(await refusal(verbs.saveScenario(name, story('X'), null))).toMatch(
      /^(bad-input: the input needs a name|not-found)/,
    );
    expect(readdirSync(folder)).toEqual(['mine.yml']);
  });

  it('is not read or written through a link out of the folder', async () => {
    const outside = join(folderOf({ 'secret.yaml': story('Secret') }), 'secret.yaml');
    rmSync(file);
    symlinkSync(outside, file);
    const source = await verbs.scenarioSource('mine');
    expect(source).toMatchObject({
      file: null,
      writable: false,
      reason: expect.stringContaining('not a file of its folder'),
    });
    expect(source.text).not.toContain('Secret');
    expect(await refusal(verbs.saveScenario('mine', story('Mine'), source.digest))).toMatch(/^not-writable/);
    expect(readFileSync(outside, 'utf8')).toBe(story('Secret'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.yaml'));
    expect(await refusal(verbs.saveScenario('broken', story('Mine'), null))).toMatch(/^not-writable/);
    expect(await refusal(verbs.scenarioSource('broken'))).toMatch(/^not-found/);
  });

  it('is not written when a folder has its name, or its folder is gone', async () => {
    mkdirSync(join(folder, 'taken.yaml'));
    expect(await refusal(verbs.saveScenario('taken', story('Mine'), null))).toMatch(/^not-writable/);
    rmSync(folder, { recursive: true });
    expect(await refusal(verbs.saveScenario('later', story('Mine'), null))).toMatch(
      /^not-writable: .*not there any more/,
    );
    mkdirSync(folder);
  });
});

it('a bundled scenario cannot be written; the error says how to keep an own copy', async () => {
  const { verbs } = await start([]);
  const source = await verbs.scenarioSource('instant');
  expect(source).toMatchObject({ writable: false, reason: expect.stringContaining('--scenarios <folder>') });
  expect(await refusal(verbs.saveScenario('instant', story('Mine'), source.digest))).toMatch(
    /^not-writable: .*--scenarios/,
  );
});

it('a page of another origin cannot save', async () => {
  const folder = folderOf({});
  const { url } = await start([folder]);
  const answer = await fetch(`${url}/_deckhand/api/scenarios/mine/source`, {
    method: 'PUT',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ text: story('X'), digest: null }),
  });
  expect(answer.status).toBe(403);
  expect(readdirSync(folder)).toEqual([]);
});
