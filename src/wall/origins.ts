/** The origins of the wall: its page, and a subdomain for each scenario. Matches requests to them. */
import { WALL_HOST } from './constants.js';

/** The maximum length of a label in DNS. */
export const MAX_LABEL_LENGTH = 63;

/** The part of the wall that a request is for. */
export type HostMatch =
  | { readonly kind: 'page' }
  | { readonly kind: 'frame'; readonly name: string }
  /** Another name of this machine. */
  | { readonly kind: 'loopback' }
  | { readonly kind: 'unknown' };

export class WallOrigins {
  readonly #names: Set<string>;
  readonly #port: () => number;

  constructor(names: readonly string[], port: () => number) {
    this.#names = new Set(names);
    this.#port = port;
  }

  add(name: string): void {
    this.#names.add(name);
  }

  get page(): string {
    return `http://${WALL_HOST}:${this.#port()}`;
  }

  frame(name: string): string {
    return `http://${name}.${WALL_HOST}:${this.#port()}`;
  }

  /** Matches the origins of all frames, in a policy. */
  get allFrames(): string {
    return this.frame('*');
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
