/** The target of a proxy, with a pool of connections for each connection of a client. */
import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionRoute } from './connection/route.js';

/** The connections of one client connection to the target, and the exchanges that use them. */
export interface ClientConnection {
  readonly agent: Agent;
  readonly activeForwards: Set<ActiveForward>;
}

interface ActiveForward {
  abort(): void;
}

/**
 * The target gets a new connection when the client opens one, and a kept-alive one when the client keeps its own. So a reset
 * reaches the client as it would without a proxy.
 */
export class Upstream {
  readonly route: ConnectionRoute;
  /** Milliseconds that the target can be silent. */
  readonly idleTimeout: number;
  readonly #clients = new Map<Socket, ClientConnection>();

  constructor(route: ConnectionRoute, idleTimeout: number) {
    this.route = route;
    this.idleTimeout = idleTimeout;
  }

  connectionFor(client: Socket): ClientConnection {
    const existing = this.#clients.get(client);
    if (existing) return existing;
    const connection = { agent: this.route.newAgent(), activeForwards: new Set<ActiveForward>() };
    client.once('close', () => this.#closeConnection(client, connection));
    this.#clients.set(client, connection);
    return connection;
  }

  /** Ends all running exchanges. */
  close(): void {
    for (const [client, connection] of this.#clients) this.#closeConnection(client, connection);
  }

  #closeConnection(client: Socket, { agent, activeForwards }: ClientConnection): void {
    for (const forward of activeForwards) forward.abort();
    agent.destroy();
    this.#clients.delete(client);
  }
}
