/** A request to the API as a command, and back. The store has no key that is secret: it has only the hash. */
import type { ApiRequest, Outside } from '../service/api.js';
import { SCENARIO_HEADER } from '../service/choose-scenario.js';
import { DEVELOPMENT_KEYS } from '../service/default-directory.js';
import type { SentKey } from '../service/keys.js';
import { sandboxIdOf } from '../service/store/sandboxes.js';
import type { RequestCommand } from './commands.js';
import type { OrderedRequest } from './shared-service.js';

export function requestCommand(id: string, request: ApiRequest, key: SentKey | undefined): RequestCommand {
  const { method, path, requestId, body, outside } = request;
  const scenario = request.header(SCENARIO_HEADER);
  const type = body === undefined ? undefined : request.header('content-type');
  return {
    t: 'q',
    r: id,
    m: method,
    p: path,
    i: requestId,
    ...(key && { k: key.hash, ...(isKnownToAll(key.value) && { w: key.value }) }),
    ...(scenario !== undefined && { scenario }),
    ...(type !== undefined && { type }),
    ...(body !== undefined && { b: typeof body === 'string' ? body : null }),
    ...(outside && { x: 1 as const }),
    ...(outside?.keyRefusal !== undefined && { o: outside.keyRefusal }),
    ...(outside?.newName !== undefined && { n: outside.newName }),
  };
}

/** Everybody knows these keys, so the store can have them. Of all others it has only the hash. */
function isKnownToAll(key: string): boolean {
  return Object.values<string>(DEVELOPMENT_KEYS).includes(key) || sandboxIdOf(key) !== undefined;
}

export class LoggedRequest implements OrderedRequest {
  readonly #command: RequestCommand;
  readonly at: number;
  readonly sentKey: SentKey | undefined;

  constructor(command: RequestCommand, at: number, sentKey: SentKey | undefined) {
    this.#command = command;
    this.at = at;
    this.sentKey = sentKey;
  }

  get method(): string {
    return this.#command.m;
  }

  get path(): string {
    return this.#command.p;
  }

  get requestId(): string {
    return this.#command.i;
  }

  get outside(): Outside | undefined {
    const { x, o, n } = this.#command;
    return x === 1 ? { keyRefusal: o, newName: n } : undefined;
  }

  get body(): ApiRequest['body'] {
    const { b } = this.#command;
    return b === null ? { tooLarge: true } : b;
  }

  header(name: string): string | undefined {
    if (name === SCENARIO_HEADER) return this.#command.scenario;
    return name === 'content-type' ? this.#command.type : undefined;
  }
}
