/** The texts of scenario files over the control API. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectDeckhand } from '../../../src/app/connect.js';
import { Deckhand } from '../../../src/app/deckhand.js';
import { loadScenarios } from '../../../src/files/load-scenarios.js';
import { startServer } from '../../../src/server/server.js';
import { BUNDLED_SCENARIOS } from '../../../src/files/package-files.js';
import { ScenarioSourceFiles } from '../../../src/files/scenario-source-files.js';
import type { RemoteWorkspace } from '../../../src/app/remote-workspace.js';
import { ScenarioLibrary } from '../../../src/scenario/library.js';
import { UserError } from '../../../src/base/user-error.js';
import { createTempFolder } from '../../cli/temp-files.js';

const story = (title: string): string =>
  `title: ${title}\ndescription: D # as I like it\nsteps: [complete: null]\n`;
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof UserError ? `${error.code}: ${error.message}` : String(error)),
  );

async function start(folders: readonly string[]): Promise<RemoteWorkspace> {
  const library = new ScenarioLibrary();
  loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  const deckhand = new Deckhand(
    {},
    { library, sources: new ScenarioSourceFiles(folders, BUNDLED_SCENARIOS) },
  );
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return connectDeckhand(server.url).workspace('ws_dev');
}

describe('a scenario of a configured folder', () => {
  let folder: string;
  let workspace: RemoteWorkspace;
  let file: string;
  beforeEach(async () => {
    folder = createTempFolder({ 'mine.yml': story('One') });
    file = join(folder, 'mine.yml');
    workspace = await start([folder]);
  });

  it('is read unchanged from its file, with comments', async () => {
    const hash = createHash('sha256').update(story('One')).digest('hex');
    expect(await workspace.scenarioSource('mine')).toEqual({ name: 'mine', text: story('One'), file, hash });
    writeFileSync(file, 'titel: not yet\n');
    expect((await workspace.scenarioSource('mine')).text).toBe('titel: not yet\n');
  });

  it('can override a bundled one', async () => {
    const bundled = await workspace.scenarioSource('instant');
    expect(bundled.text).toBe(readFileSync(join(BUNDLED_SCENARIOS, 'instant.yaml'), 'utf8'));
    const copy = join(folder, 'instant.yaml');
    writeFileSync(copy, story('Mine'));
    expect(await workspace.scenarioSource('instant')).toMatchObject({ text: story('Mine'), file: copy });
  });

  it('is not read through a link to a file outside of the folder', async () => {
    const outside = join(createTempFolder({ 'secret.yaml': story('Secret') }), 'secret.yaml');
    rmSync(file);
    symlinkSync(outside, file);
    expect(await refusal(workspace.scenarioSource('mine'))).toMatch(
      /^invalid-input: .*mine\.yml is a link to a file outside of its folder\./s,
    );
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.yaml'));
    expect(await refusal(workspace.scenarioSource('broken'))).toMatch(
      /^invalid-input: .*broken\.yaml cannot be read\./s,
    );
  });

  it('is not loaded through a link to a file outside, but through one inside, and as a file that the user passes', async () => {
    const outside = join(createTempFolder({ 'secret.yaml': story('Secret') }), 'secret.yaml');
    const link = join(folder, 'linked.yaml');
    symlinkSync(outside, link);
    await expect(start([folder])).rejects.toThrow(/linked\.yaml is a link to a file outside of its folder\./);
    expect((await (await start([link])).scenarioSource('linked')).text).toBe(story('Secret'));
    rmSync(link);
    mkdirSync(join(folder, '..data'));
    writeFileSync(join(folder, '..data', 'mounted.yaml'), story('Mounted'));
    symlinkSync(join('..data', 'mounted.yaml'), join(folder, 'mounted.yaml'));
    expect((await (await start([folder])).scenarioSource('mounted')).text).toBe(story('Mounted'));
  });
});
