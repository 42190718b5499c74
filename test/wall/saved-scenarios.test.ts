/** A scenario that is saved while the wall shows it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileScenarioText } from '../../src/scenario/compile-text.js';
import { startWall, type RunningWall, type WallOptions } from '../../src/wall/server.js';
import { TAB_HEADER } from '../../src/wall/constants.js';
import type { WallConfig, WallSandbox, WallState } from '../../src/wall/protocol.js';
import { send } from './http-get.js';

let app: Server;
let wall: RunningWall;

beforeEach(async () => {
  app = createServer((_request, response) => response.end('App'));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await wall.close();
  app.close();
});

async function open(options: Partial<WallOptions>): Promise<void> {
  const appUrl = new URL(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
  wall = await startWall({ appUrl, port: 0, ...options });
}

const headers = { [TAB_HEADER]: 'one', 'content-type': 'application/json' };

const readConfig = async (): Promise<WallConfig> =>
  (await send(wall.port, 'wall.localhost', '/api/config', { headers })).json() as WallConfig;

async function run(command: string, body: object = {}): Promise<WallState> {
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await send(wall.port, 'wall.localhost', `/api/${command}`, sent)).json() as WallState;
}

const find = ({ sandboxes }: WallState, name: string): WallSandbox | undefined =>
  sandboxes.find((one) => one.name === name);

const start = (name: string) =>
  send(wall.port, `${name}.wall.localhost`, '/api/v1/presentations/generate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
    body: '{"prompt":"Harbour taxis"}',
  });

/** Saves a scenario that ends after some seconds, as the watcher of the folder does. */
function save(name: string, seconds: number): string | undefined {
  const text = `title: Mine\nsteps:\n  - generate: { for: ${seconds}s, slides_total: 4 }\n  - complete: {}\n`;
  const compiled = compileScenarioText({ name, file: `${name}.yaml`, text });
  if (!('timeline' in compiled)) throw compiled.errors[0];
  wall.deckhand.library.set(compiled.timeline);
  return wall.showSaved(name);
}

it('starts its own sandbox again, when the page asks, at the time of the wall', async () => {
  await open({ scenarios: ['happy-path', 'instant'] });
  const { startedAt } = await readConfig();
  await start('happy-path');
  await start('instant');
  await run('advance', { to: startedAt + 20_000 });
  expect(save('instant', 5)).toBeUndefined();
  const saved = await run('state');
  expect([find(saved, 'instant')?.isOutdated, find(saved, 'instant')?.job?.status]).toEqual([
    true,
    'completed',
  ]);

  const restarted = await run('restart', { name: 'instant' });
  expect(restarted.now).toBe(startedAt + 20_000);
  expect(find(restarted, 'instant')).toMatchObject({ isOutdated: false });
  expect(find(restarted, 'instant')?.job).toBeUndefined();
  expect(find(restarted, 'happy-path')?.job?.status).toBe('completed');
  await start('instant');
  const played = await run('state');
  expect(find(played, 'instant')?.job?.status).toBe('generating');
  expect((await run('advance', { to: startedAt + 25_000 })).sandboxes.map(({ job }) => job?.status)).toEqual([
    'completed',
    'completed',
  ]);
});

it('gets a frame if it is new, with the file that a user can open', async () => {
  await open({});
  expect((await readConfig()).frames.find(({ name }) => name === 'happy-path')?.file).toMatch(
    /scenarios[/\\]happy-path\.yaml$/,
  );
  expect(save('mine', 5)).toBeUndefined();
  const { frames, startedAt } = await readConfig();
  expect(frames.at(-1)).toEqual({
    name: 'mine',
    title: 'Mine',
    origin: `http://mine.wall.localhost:${wall.port}`,
    file: undefined,
  });
  expect((await start('mine')).status).toBe(202);
  expect(find(await run('advance', { to: startedAt + 6_000 }), 'mine')?.job?.status).toBe('completed');
  // The policy of an open page has the origins of later frames.
  const { headers: page } = await send(wall.port, 'wall.localhost', '/');
  expect(page['content-security-policy']).toContain(`frame-src http://*.wall.localhost:${wall.port};`);
});

it('gets no frame if --only lists others, or if its name is no host name', async () => {
  await open({ scenarios: ['happy-path'] });
  expect(save('mine', 5)).toBe('it is not in --only');
  await wall.close();
  await open({});
  expect(save('a'.repeat(64), 5)).toBe('the name is too long for a host name');
  expect((await readConfig()).frames).toHaveLength(18);
});

it('that is invalid is reported, and its last valid version is played', async () => {
  await open({ scenarios: ['happy-path'] });
  const text = 'title: Broken\nsteps: 7\n';
  const compiled = compileScenarioText({ name: 'happy-path', file: 'mine/happy-path.yaml', text });
  wall.deckhand.library.setErrors('happy-path', 'errors' in compiled ? compiled.errors : []);
  await readConfig();
  const [sandbox] = (await run('state')).sandboxes;
  expect(sandbox?.fileError).toMatch(/^mine\/happy-path\.yaml:2:1: .*steps/);
  expect((await start('happy-path')).status).toBe(202);
});
