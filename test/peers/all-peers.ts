import { fastifyPeer } from './fastify-sqlite/server.js';
import type { Peer } from './peer.js';
import { pythonPeer } from './python-stdlib/start.js';

export const peers: readonly Peer[] = [fastifyPeer, pythonPeer];
