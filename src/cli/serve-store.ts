/** The flag `--store` of `deckhand serve`: whether the other flags fit it, and what it prints. */
import type { Deckhand } from '../app/deckhand.js';
import { neutralLines } from '../base/text/neutral.js';
import { UserError } from '../base/user-error.js';
import type { ServerSettings } from '../replicas/fingerprint.js';
import { SharedStore } from '../replicas/shared-store.js';
import type { Configured } from '../app/config/with-config.js';
import type { ServeOptions } from '../app/options/server-options.js';
import type { Access } from './access.js';

export interface ServeStoreOutput {
  readonly warn: (text: string) => void;
  readonly onBug: (error: unknown) => void;
}

export class ServeStore {
  readonly #store: SharedStore;
  readonly #access: Access;

  /** @throws UserError when a flag does not fit */
  constructor(options: ServeOptions, access: Access, { warn, onBug }: ServeStoreOutput) {
    refuseFlags(options, access);
    this.#access = access;
    this.#store = new SharedStore({
      store: options.store,
      onBug,
      onTrouble: (message) =>
        warn(
          message === ''
            ? 'deckhand: the store is back.'
            : `deckhand: the store is away; requests get a 503. ${neutralLines(message)}`,
        ),
    });
  }

  get shared(): SharedStore['shared'] {
    return this.#store.shared;
  }

  get shown(): string {
    return this.#store.shown;
  }

  /** @returns warnings */
  async start(
    deckhand: Deckhand,
    options: ServeOptions,
    configured: Pick<Configured<object>, 'allowOrigins'>,
  ): Promise<string[]> {
    const warnings = await this.#store.start(deckhand, settingsOf(options, configured, this.#access));
    return [
      ...warnings,
      ...(options.publicUrl === undefined
        ? [
            'Without --public-url, the url of a presentation names the replica that responded. Give the address of the proxy.',
          ]
        : []),
    ];
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

/** The options that all replicas must have, besides those of the mock server. */
export function settingsOf(
  options: ServeOptions,
  { allowOrigins }: Pick<Configured<object>, 'allowOrigins'>,
  { isExposed }: Access,
): ServerSettings {
  const { publicUrl, developmentKeys, controlToken, allowHosts, redact } = options;
  return { publicUrl, isExposed, developmentKeys, controlToken, allowOrigins, allowHosts, redact };
}

function refuseFlags({ state, replay }: ServeOptions, { newToken, newKeys }: Access): void {
  if (state !== undefined)
    throw new UserError('bad-option', '--state cannot be used with --store.', {
      hint: 'The store already keeps the state over a restart. Leave out --state.',
    });
  if (replay !== undefined)
    throw new UserError('bad-option', '--replay cannot be used with --store.', {
      hint: 'A replay compares the requests of one server with its recording. Start it without --store.',
    });
  if (newKeys)
    throw new UserError('bad-option', 'Replicas that other machines can reach need the same API keys.', {
      hint: 'Give each of them the same --key KEY=WORKSPACE, or --development-keys.',
    });
  if (newToken !== undefined)
    throw new UserError('bad-option', 'Replicas that other machines can reach need the same control token.', {
      hint: 'Give each of them the same DECKHAND_CONTROL_TOKEN or --control-token.',
    });
}
