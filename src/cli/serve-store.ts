/** The flag `--store` of `deckhand serve`: whether the other flags fit it, and what it prints. */
import type { Deckhand } from '../app/deckhand.js';
import { neutralLines } from '../base/text/neutral.js';
import { UserError } from '../base/user-error.js';
import { SharedStore } from '../replicas/shared-store.js';
import type { Access } from './access.js';
import type { ServeOptions } from '../app/options/server-options.js';

export interface ServeStoreOutput {
  readonly warn: (text: string) => void;
  readonly onBug: (error: unknown) => void;
}

export class ServeStore {
  readonly #store: SharedStore;

  /** @throws UserError when a flag does not fit */
  constructor(options: ServeOptions, access: Access, { warn, onBug }: ServeStoreOutput) {
    refuseFlags(options, access);
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
  async start(deckhand: Deckhand, options: ServeOptions): Promise<string[]> {
    const { developmentKeys = false, publicUrl } = options;
    const warnings = await this.#store.start(deckhand, {
      'development-keys': String(developmentKeys),
    });
    return [
      ...warnings,
      ...(publicUrl === undefined
        ? [
            'Without --public-url, the url of a presentation names the replica that answered. Give the address of the proxy.',
          ]
        : []),
    ];
  }

  close(): Promise<void> {
    return this.#store.close();
  }
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
