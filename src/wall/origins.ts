/** The origins of the wall: its page, and one below it for each scenario. Also says which of them a request is for. */
import { WALL_HOST } from './protocol.js';

/** DNS allows no longer part of a name. */
export const MAX_LABEL_LENGTH = 63;

/** What a request came to. */
export type HostMatch =
  | { readonly kind: 'page' }
  | { readonly kind: 'frame'; readonly name: string }
  /** Another name of this machine. */
  | { readonly kind: 'loopback' }
  | { readonly kind: 'unknown' };

export class WallOrigins {
  readonly #names: ReadonlySet<string>;
  readonly #port: () => number;

  constructor(names: readonly string[], port: () => number) {
    this.#names = new Set(names);
    this.#port = port;
  }

  get page(): string {
    return `http://${WALL_HOST}:${this.#port()}`;
  }

  frame(name: string): string {
    return `http://${name}.${WALL_HOST}:${this.#port()}`;
  }

  matchHost(host: string | undefined): HostMatch {
    const [, name = '', port] = /^([^:]+|\[[^\]]+\])(?::(\d+))?$/.exec(host?.toLowerCase() ?? '') ?? [];
    if (port !== String(this.#port()) && !(port === undefined && this.#port() === 80))
      return { kind: 'unknown' };
    if (name === WALL_HOST) return { kind: 'page' };
    const label = name.endsWith(`.${WALL_HOST}`) ? name.slice(0, -WALL_HOST.length - 1) : undefined;
    if (label !== undefined)
      return this.#names.has(label) ? { kind: 'frame', name: label } : { kind: 'unknown' };
    return ['localhost', '127.0.0.1', '[::1]'].includes(name) ? { kind: 'loopback' } : { kind: 'unknown' };
  }

  /** The frame whose page sent a request, by its `Origin`. */
  frameOf(origin: string | undefined): string | undefined {
    const requested = origin?.startsWith('http://')
      ? this.matchHost(origin.slice('http://'.length))
      : undefined;
    return requested?.kind === 'frame' ? requested.name : undefined;
  }
}
