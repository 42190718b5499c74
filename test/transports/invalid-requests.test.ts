import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { rejectInvalidRequests } from '../../src/transports/invalid-requests.js';
import { portOf } from '../proxy/port-of.js';
import { selfSigned } from '../proxy/connection/certificate.js';

async function sendWithWrongScheme(server: Server, isTls: boolean): Promise<readonly string[]> {
  const messages: string[] = [];
  rejectInvalidRequests(server, (message) => messages.push(message));
  const port = await portOf(server);
  for (let attempt = 0; attempt < 3; attempt += 1)
    await new Promise<void>((resolve) => {
      const socket = isTls
        ? connectTls({ host: '127.0.0.1', port })
        : connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.resume();
    });
  return messages;
}

test('clients that use https for an HTTP port are reported once', async () => {
  expect(await sendWithWrongScheme(createServer(), true)).toEqual([
    'A client used https:// for this port, which speaks plain HTTP: write http://.',
  ]);
});

test('clients that use http for a TLS port are reported once', async () => {
  expect(await sendWithWrongScheme(createTlsServer(selfSigned('localhost')), false)).toEqual([
    'A client used http:// for this port, which speaks TLS: write https://.',
  ]);
});
