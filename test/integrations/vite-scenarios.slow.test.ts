import { recordingToHar, start } from '../replay/recorded-traffic.js';
import { describe, expect, it } from 'vitest';
import { KEY, startJob, startVite, viteProject } from './vite-server.js';

const scenarioYaml = (error: string): string => `title: Mine
description: Fails immediately.
steps:
  - fail: { error: ${error} }
`;
const BROKEN = 'title: Mine\ndescription: x\nsteps:\n  - generat: 2s\n';

/** The error of a new job with the scenario. */
async function errorOf(origin: string, scenario = 'mine'): Promise<string> {
  const pollUrl = await startJob(origin, scenario);
  return (await (await fetch(origin + pollUrl, { headers: KEY })).json()).error;
}

describe('the scenarios of a project', () => {
  it('are reloaded after a save, and new ones are loaded', async () => {
    const { config, log, write } = viteProject({ 'scenarios/mine.yaml': scenarioYaml('before') });
    const { origin } = await startVite(config({ scenarios: 'scenarios' }));
    write('scenarios/mine.yaml', scenarioYaml('after'));
    expect(await log.line('reloaded mine')).toMatch(/scenarios\/mine\.yaml$/);
    expect(await errorOf(origin)).toBe('after');
    write('scenarios/fresh.yaml', scenarioYaml('fresh'));
    await log.line('loaded fresh');
    expect(await errorOf(origin, 'fresh')).toBe('fresh');
  });

  it('are saved over the control API of Vite, and reloaded', async () => {
    const { config, log, read } = viteProject({ 'scenarios/mine.yaml': scenarioYaml('before') });
    const { origin } = await startVite(config({ scenarios: 'scenarios' }));
    const source = `${origin}/_deckhand/api/scenarios/mine/source`;
    const { hash } = (await (await fetch(source)).json()) as { hash: string };
    const saved = await fetch(source, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ text: scenarioYaml('saved'), previous: hash }),
    });
    expect(saved.status).toBe(200);
    expect(read('scenarios/mine.yaml')).toBe(scenarioYaml('saved'));
    expect(await errorOf(origin)).toBe('saved');
    await log.line('reloaded mine');
  });

  it('are declared as types, and new ones are added', async () => {
    const { config, log, write, read } = viteProject({
      'scenarios/mine.yaml': scenarioYaml('one'),
      'src/main.ts': '',
    });
    await startVite(config({ scenarios: 'scenarios', scenarioTypes: true }));
    await log.line('wrote');
    expect(read('src/deckhand-env.d.ts')).toContain("    /** Mine */\n    'mine': true;\n  }");
    write('scenarios/fresh.yaml', scenarioYaml('fresh'));
    await expect.poll(() => read('src/deckhand-env.d.ts')).toContain("'fresh': true");
  });

  it('cannot control the terminal with their texts', async () => {
    const { config, log } = viteProject({ 'scenarios/mine.yaml': `${BROKEN}"\\e[2Jno": 1\n` });
    await startVite(config({ scenarios: 'scenarios' }));
    expect(await log.line('[2Jno')).not.toContain('\u001b');
  });

  it('do not stop Vite from starting when a file is invalid, even that of the default scenario', async () => {
    const { config, log, write } = viteProject({ 'scenarios/mine.yaml': BROKEN });
    const { origin, get } = await startVite(config({ scenarios: 'scenarios', scenario: 'mine' }));
    await log.line('scenarios/mine.yaml:4:5:');
    await log.line('mine is invalid; happy-path is used until it is fixed');
    expect((await get('/api/v1/templates', KEY)).status).toBe(200);
    write('scenarios/mine.yaml', scenarioYaml('fixed'));
    await log.line('reloaded mine');
    expect(await errorOf(origin)).toBe('fixed');
  });

  it('are watched once after a restart, and not after the end', async () => {
    const { config, log, write } = viteProject({ 'scenarios/mine.yaml': scenarioYaml('one') });
    const { origin, server } = await startVite(config({ scenarios: 'scenarios' }));
    await server.restart();
    write('scenarios/mine.yaml', scenarioYaml('two'));
    await log.line('reloaded mine');
    expect(await errorOf(origin)).toBe('two');
    await server.close();
    const silent = log.lines.length;
    write('scenarios/mine.yaml', scenarioYaml('three'));
    // A second server watches the same folder. When it reports a later save, the first server would have reported this one.
    const other = await startVite(config({ scenarios: 'scenarios' }));
    expect(await errorOf(other.origin)).toBe('three');
    write('scenarios/mine.yaml', scenarioYaml('four'));
    const reloads = (): string[] => log.lines.slice(silent).filter((line) => line.includes('reloaded'));
    await expect.poll(reloads).toHaveLength(1);
    expect(log.lines.filter((line) => line.includes('reloaded mine'))).toHaveLength(2);
  });
});

it('replays a recording whose path is relative to the root of Vite', async () => {
  const { config } = viteProject({ 'staging.har': JSON.stringify(recordingToHar([start(0, 'gen_7f3k')])) });
  const { origin } = await startVite(config({ replay: 'staging.har' }));
  expect(await startJob(origin, 'happy-path')).toBe('/api/v1/presentations/generate/gen_7f3k/status');
});
