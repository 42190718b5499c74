import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installCli } from './deckhand-process.js';
import { send } from '../wall/http-get.js';
import { createTempFolder } from './temp-files.js';

const deckhand = installCli();

async function startApp(port = 0): Promise<Server> {
  const server = createServer((_request, response) => response.end('<p>App</p>'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

it('deckhand wall listens only on this machine, waits for an app that stops, and stops at a signal', async () => {
  const app = await startApp();
  const { port } = app.address() as AddressInfo;
  const running = deckhand.start(['wall', `http://127.0.0.1:${port}`, '--port', '0', '--optional-api-key']);
  const [, own = ''] = await running.until(/http:\/\/wall\.localhost:(\d+)\//);
  expect(running.stdout).toContain('in 18 scenarios');
  const frame = (path = '/') => send(Number(own), 'happy-path.wall.localhost', path);
  expect((await frame()).text).toContain('App');
  // The server of the app would add the key.
  expect((await frame('/api/v1/templates')).status).toBe(200);
  const others = Object.values(networkInterfaces()).flatMap((all) =>
    all?.filter(({ internal }) => !internal),
  );
  for (const other of others)
    expect(await canConnect(Number(own), other?.address ?? ''), other?.address).toBe(false);

  await new Promise((resolve) => {
    app.close(resolve);
    app.closeAllConnections();
  });
  expect((await frame()).status).toBe(502);
  await running.until(/your app at http:\/\/127\.0\.0\.1:\d+ does not respond\. Start it again/);
  await startApp(port);
  expect((await frame()).status).toBe(200);
  await running.until(/responds again\./);

  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  expect(await canConnect(Number(own), '127.0.0.1')).toBe(false);
});

it('deckhand wall watches --scenarios: a saved file starts its frame again, and a new one gets a frame', async () => {
  const app = await startApp();
  const { port } = app.address() as AddressInfo;
  const folder = createTempFolder({ 'mine.yaml': 'title: Mine\nsteps:\n  - complete: {}\n' });
  const running = deckhand.start(['wall', `http://127.0.0.1:${port}`, '--port', '0', '--scenarios', folder]);
  await running.until(/http:\/\/wall\.localhost:(\d+)\//);
  expect(running.stdout).toContain('in 19 scenarios');
  const failing = 'title: Mine\nsteps:\n  - fail: { error: No ink. }\n';
  writeFileSync(join(folder, 'mine.yaml'), failing);
  await running.until(/Reloaded mine from .*mine\.yaml\. Its frame starts\./);
  writeFileSync(join(folder, 'other.yaml'), failing);
  await running.until(/Loaded other from .*other\.yaml\. Its frame starts\./);
  writeFileSync(join(folder, 'mine.yaml'), 'title: Mine\nsteps:\n  - fial: {}\n');
  await running.until(/mine\.yaml:3:5: .*did you mean fail[^]*The last valid version stays in use\./);
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

function canConnect(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2_000 });
    const finish = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on('connect', () => finish(true));
    socket.on('timeout', () => finish(false));
    socket.on('error', () => finish(false));
  });
}
