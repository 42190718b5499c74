import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { installCli } from './deckhand-process.js';
import { send } from '../wall/http-get.js';

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
