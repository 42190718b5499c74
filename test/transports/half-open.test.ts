import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Connections } from '../../src/transports/connections.js';

it('a client that never closes its side loses the connection after a grace period', async () => {
  const connections = new Connections(20);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket);
    socket.end('the last bytes');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [connection] = (await once(server, 'connection')) as [Socket];
  const closed = once(connection, 'close');
  const [bytes] = (await once(client, 'data')) as [Buffer];
  expect(bytes.toString()).toBe('the last bytes');
  await closed;
  expect(client.writable).toBe(true);
  client.destroy();
  server.close();
});
