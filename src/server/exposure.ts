/**
 * The rules of a server for requests of other machines: keys that everybody knows are off, ids cannot be guessed, and decks
 * need a key or a signed link.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVELOPMENT_KEYS, type Deckhand } from '../app/deckhand.js';
import { workspaceIdOf } from '../service/control/verb-context.js';
import type { Exposure } from '../transports/exposure.js';
import { realNow } from '../base/real-time.js';

export interface ExposureOptions {
  /** Whether the keys that everybody knows are accepted, too. */
  readonly developmentKeys?: boolean | undefined;
  /** The control token: signatures made with it are valid after a restart, and at other servers with the same token. */
  readonly token?: string | undefined;
  /** Whether the server is known to be exposed. Links without a signature are then useless. */
  readonly isExposed?: (() => boolean) | undefined;
  /** What to do about a refused key: `start with --key KEY`. */
  readonly advice: string;
}

/** Real milliseconds. A link is valid for one to two of them, so that it stays the same for a while. */
const DAY = 86_400_000;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export class ServerExposure implements Exposure {
  readonly #mock: Deckhand['options'];
  readonly #options: ExposureOptions;
  readonly #secret: Buffer;

  /** @param mock the keys and the seed that the user set: these keys are accepted, and ids follow this seed */
  constructor(mock: Deckhand['options'], options: ExposureOptions) {
    this.#mock = mock;
    this.#options = options;
    const { token } = options;
    this.#secret =
      token === undefined
        ? randomBytes(32)
        : createHmac('sha256', token).update('deckhand deck links').digest();
  }

  refusesKey(key: string): string | undefined {
    const { developmentKeys = false, advice } = this.#options;
    const { keys } = this.#mock;
    if (developmentKeys || !isWellKnown(key)) return undefined;
    if (keys === 'any' || keys === 'none' || (keys && Object.hasOwn(keys, key))) return undefined;
    return `Everybody knows this key, so it is off for requests from other machines and through a proxy: ${advice}.`;
  }

  newName(): string | undefined {
    if (this.#mock.seed !== undefined) return undefined;
    return [...randomBytes(16)].map((byte) => ALPHABET[byte & 31]).join('');
  }

  signDeck(url: string): string {
    const { token, isExposed = () => false } = this.#options;
    if (token === undefined && !isExposed()) return url;
    const until = (Math.floor(realNow() / DAY) + 2) * DAY;
    return `${url}?until=${until}&sig=${this.#signature(new URL(url).pathname, until)}`;
  }

  isSigned(url: string): boolean {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [until, sent] = [Number(searchParams.get('until')), searchParams.get('sig') ?? ''];
    if (!(until > realNow())) return false;
    const expected = Buffer.from(this.#signature(pathname, until));
    const received = Buffer.from(sent);
    return received.length === expected.length && timingSafeEqual(received, expected);
  }

  #signature(path: string, until: number): string {
    // A proxy can serve the decks below a path of its own.
    const deck = path.split('/').slice(-2).join('/');
    return createHmac('sha256', this.#secret).update(`${deck} ${until}`).digest('base64url');
  }
}

/** The development keys, and the keys of sandboxes, which need no secret. */
function isWellKnown(key: string): boolean {
  return Object.values<string>(DEVELOPMENT_KEYS).includes(key) || workspaceIdOf(key) !== key;
}
