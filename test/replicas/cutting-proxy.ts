/** A way to a store that a test can cut: at once, or after a request was forwarded and before its answer. */
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cutsAnswers = false;
  #isShut = false;
  /** The number of answers that the client did not get. */
  cut = 0;

  private constructor(port: number) {
    this.#server = createServer((client) => {
      if (this.#isShut) return void client.destroy();
      const store = createConnection(port, '127.0.0.1');
      for (const socket of [client, store]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => this.#sockets.delete(socket));
      }
      client.on('data', (data) => store.write(data));
      store.on('data', (data) => {
        if (!this.#cutsAnswers) return void client.write(data);
        this.#cutsAnswers = false;
        this.cut += 1;
        client.destroy();
        store.destroy();
      });
      client.on('close', () => store.destroy());
      store.on('close', () => client.destroy());
    });
  }

  static async start(port: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(port);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `valkey://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts the connection at the next answer, after the store has run the command. */
  cutNextAnswer(): void {
    this.#cutsAnswers = true;
  }

  /** Cuts all connections, and refuses new ones or accepts them again. */
  shut(isShut: boolean): void {
    this.#isShut = isShut;
    if (isShut) for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    this.shut(true);
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
