/** The origins of the wall: its page, and one below it for each scenario. Also says which of them a request is for. */
import { WALL_HOST } from './wall-types.js';

/** DNS allows no longer part of a name. */
export const LONGEST_NAME = 63;

/** What a request came to. */
export type RequestedHost =
  | { readonly kind: 'page' }
  | { readonly kind: 'frame'; readonly name: string }
  /** Another name of this machine. */
  | { readonly kind: 'machine' }
  | { readonly kind: 'unknown' };

export class WallAddresses {
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

  requestedHost(host: string | undefined): RequestedHost {
    const [, name = '', port] = /^([^:]+|\[[^\]]+\])(?::(\d+))?$/.exec(host?.toLowerCase() ?? '') ?? [];
    if (port !== String(this.#port()) && !(port === undefined && this.#port() === 80))
      return { kind: 'unknown' };
    if (name === WALL_HOST) return { kind: 'page' };
    const label = name.endsWith(`.${WALL_HOST}`) ? name.slice(0, -WALL_HOST.length - 1) : undefined;
    if (label !== undefined)
      return this.#names.has(label) ? { kind: 'frame', name: label } : { kind: 'unknown' };
    return ['localhost', '127.0.0.1', '[::1]'].includes(name) ? { kind: 'machine' } : { kind: 'unknown' };
  }

  /** The frame whose page sent a request, by its `Origin`. */
  frameOf(origin: string | undefined): string | undefined {
    const requested = origin?.startsWith('http://')
      ? this.requestedHost(origin.slice('http://'.length))
      : undefined;
    return requested?.kind === 'frame' ? requested.name : undefined;
  }
}
