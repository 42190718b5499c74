import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startWall } from '../../src/wall/server.js';

it('closes the WebSockets of frames at the app when the wall stops', async () => {
  const server = createServer();
  const closed = new Promise<void>((resolve) =>
    server.on('upgrade', (_request, socket) => {
      socket.on('end', () => resolve());
      socket.on('error', () => {});
      socket.resume();
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const own = await startWall({
    appUrl: new URL(`http://127.0.0.1:${port}`),
    port: 0,
    scenarios: ['instant'],
  });
  const host = `instant.wall.localhost:${own.port}`;
  const client = connect({ port: own.port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {});
  client.write(`GET / HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`);
  await once(client, 'data');
  await own.close();
  await expect(closed).resolves.toBe(undefined);
  client.destroy();
  server.close();
});
