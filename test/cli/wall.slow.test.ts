import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { install } from './deckhand-process.js';
import { send } from '../wall/http-get.js';

const deckhand = install();
let app: Server;
let port: number;

const listen = (on = 0): Promise<Server> => {
  const server = createServer((_request, response) => response.end('<p>App</p>'));
  return new Promise((resolve) => server.listen(on, '127.0.0.1', () => resolve(server)));
};
const close = (): Promise<void> =>
  new Promise((resolve) => {
    app.close(() => resolve());
    app.closeAllConnections();
  });

beforeEach(async () => {
  app = await listen();
  ({ port } = app.address() as AddressInfo);
});
afterEach(close);

const url = (): string => `http://127.0.0.1:${port}`;
const wall = (...flags: readonly string[]) => ['wall', url(), '--port', '0', ...flags];

describe('deckhand wall', () => {
  it('listens on this machine only, and stops with a signal', async () => {
    const running = deckhand.start(wall('--no-key'));
    const [, own = ''] = await running.until(/http:\/\/wall\.localhost:(\d+)\//);
    expect(running.stdout).toContain('in 18 scenarios');
    expect((await send(Number(own), 'happy-path.wall.localhost', '/')).text).toContain('App');
    // The server of the app would add the key.
    expect((await send(Number(own), 'happy-path.wall.localhost', '/api/v1/templates')).status).toBe(200);
    const others = Object.values(networkInterfaces()).flatMap((all) =>
      all?.filter(({ internal }) => !internal),
    );
    for (const other of others)
      expect(await canConnect(Number(own), other?.address ?? ''), other?.address).toBe(false);
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await canConnect(Number(own), '127.0.0.1')).toBe(false);
  });

  it('waits when the app stops, says so, and goes on when it is back', async () => {
    const running = deckhand.start(wall('--only', 'happy-path'));
    const [, own = ''] = await running.until(/http:\/\/wall\.localhost:(\d+)\//);
    const frame = () => send(Number(own), 'happy-path.wall.localhost', '/');
    await close();
    expect((await frame()).status).toBe(502);
    await running.until(
      /your app at http:\/\/127\.0\.0\.1:\d+ does not respond\. Start it again; the wall waits for it\./,
    );
    app = await listen(port);
    expect((await frame()).status).toBe(200);
    await running.until(/responds again\./);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('says in one line what is wrong, with what to do, and does not keep running', async () => {
    const taken = app.address() as AddressInfo;
    for (const [args, reason, advice] of [
      [
        ['wall', 'http://127.0.0.1:1'],
        'No app responds at http://127.0.0.1:1 (ECONNREFUSED).',
        'Start your app first',
      ],
      [['wall', 'app.example'], '"app.example" is not the address of an app.', 'http://localhost:5173'],
      [['wall', 'http://app.example'], 'app.example is not on this machine.', '--allow-target app.example'],
      [wall('--only', 'happy-pth'), 'happy-pth', 'happy-path'],
      [wall('--scenarios', 'happy-path,instant'), 'takes a folder since 1.0', '--only happy-path,instant'],
      [['wall', url(), '--port', String(taken.port)], `Port ${taken.port} on 127.0.0.1 is in use.`, '--port'],
    ] as const) {
      const { code, stdout, stderr } = await deckhand.run(args);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr.trim().split('\n').length, stderr).toBeLessThanOrEqual(2);
      expect(stderr).toContain(reason);
      expect(stderr).toContain(advice);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });

  it('shows an app of another machine if it is allowed', async () => {
    const { code, stderr } = await deckhand.run([
      'wall',
      'http://app.invalid',
      '--allow-target',
      'app.invalid',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('No app responds at http://app.invalid')]);
  });
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
