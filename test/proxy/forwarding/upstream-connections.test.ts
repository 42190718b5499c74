import { EventEmitter } from 'node:events';
import type { Agent } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { UpstreamConnections } from '../../../src/proxy/forwarding/upstream-connections.js';

const settled = (connections: UpstreamConnections): Promise<boolean> =>
  new Promise((resolve) => connections.whenSettled(resolve));

test('a close that the system has reported already counts before the request is sent', async () => {
  const agent = new EventEmitter() as Agent;
  const connections = new UpstreamConnections(new EventEmitter() as Socket, agent);
  const socket = new Socket();
  agent.emit('free', socket, {});
  setImmediate(() => socket.emit('close'));
  expect(await settled(connections)).toBe(true);
  expect(await settled(connections)).toBe(false);
});

test('a connection that is kept several times is watched once', async () => {
  const agent = new EventEmitter() as Agent;
  const connections = new UpstreamConnections(new EventEmitter() as Socket, agent);
  const socket = new Socket();
  agent.emit('free', socket, {});
  const listeners = socket.listenerCount('close');
  connections.take(socket);
  agent.emit('free', socket, {});
  expect(socket.listenerCount('close')).toBe(listeners);
  expect(await settled(connections)).toBe(false);
});

test('a close during a request is not the close of a kept connection', async () => {
  const agent = new EventEmitter() as Agent;
  const connections = new UpstreamConnections(new EventEmitter() as Socket, agent);
  const socket = new Socket();
  agent.emit('free', socket, {});
  connections.take(socket);
  socket.emit('close');
  expect(await settled(connections)).toBe(false);
});

test('the connections of a client that is gone are closed', () => {
  const agent = new EventEmitter() as Agent;
  const client = new EventEmitter() as Socket;
  void new UpstreamConnections(client, agent);
  const [idle, busy] = [new Socket(), new Socket()];
  agent.emit('free', idle, {});
  client.emit('close');
  agent.emit('free', busy, {});
  expect([idle.destroyed, busy.destroyed]).toEqual([true, true]);
});
