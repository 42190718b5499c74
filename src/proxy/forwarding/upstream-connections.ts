/**
 * The connections to the upstream of one connection of a client. The upstream gets a new connection when the client opens one,
 * and a kept one when the client keeps its own, so a reset of a kept connection reaches the client as it would without the
 * proxy. Nothing is ever sent twice.
 */
import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { setRealImmediate } from '../../base/real-immediate.js';

export class UpstreamConnections {
  readonly agent: Agent;
  /** Kept connections without a request. */
  readonly #idle = new Set<Socket>();
  readonly #watched = new WeakSet<Socket>();
  #isClientGone = false;
  #hasLostOne = false;

  /** @param agent an agent of its own, which keeps connections */
  constructor(client: Socket, agent: Agent) {
    this.agent = agent;
    agent.on('free', (socket: Socket) => this.#keep(socket));
    client.once('close', () => {
      this.#isClientGone = true;
      for (const socket of this.#idle) socket.destroy();
    });
  }

  /**
   * Calls `then` after Node has seen which kept connections the upstream has closed, so that no request is written to one of
   * these.
   * @param then gets whether a kept connection was closed since the last request, so that this one opens another
   */
  whenSettled(then: (isRenewed: boolean) => void): void {
    const proceed = (): void => {
      const isRenewed = this.#hasLostOne && this.#idle.size === 0;
      this.#hasLostOne = false;
      then(isRenewed);
    };
    if (this.#idle.size === 0) return proceed();
    // The first turn ends the current poll of the system, the second one follows another poll.
    setRealImmediate(() => setRealImmediate(proceed));
  }

  /** A request has taken a kept connection. */
  take(socket: Socket): void {
    this.#idle.delete(socket);
  }

  #keep(socket: Socket): void {
    if (socket.destroyed) return;
    if (this.#isClientGone) return void socket.destroy();
    this.#idle.add(socket);
    if (this.#watched.has(socket)) return;
    this.#watched.add(socket);
    socket.once('close', () => {
      if (this.#idle.delete(socket)) this.#hasLostOne = true;
    });
  }
}
