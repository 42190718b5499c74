/** What outlives `deckhand serve`: the file of `--state`, or the store of `--store`. Both are loaded on demand. */
import type { Configured } from '../app/config/with-config.js';
import type { Deckhand } from '../app/deckhand.js';
import type { ServeOptions } from '../app/options/server-options.js';
import { neutralLines } from '../base/text/neutral.js';
import { UserError } from '../base/user-error.js';
import type { ServerSettings } from '../replicas/fingerprint.js';
import type { SharedStore } from '../replicas/shared-store.js';
import type { StateKeeper } from '../server/state/state-keeper.js';
import type { Access } from './access.js';
import { reportBug, warn } from './terminal.js';

/** @throws UserError when a flag does not fit */
export async function openStore(options: ServeOptions, access: Access): Promise<SharedStore | undefined> {
  if (options.store === 'memory') return undefined;
  refuseFlags(options, access);
  const { SharedStore: Store } = await import('../replicas/shared-store.js');
  return new Store({
    store: options.store,
    onBug: reportBug,
    onTrouble: (message) =>
      warn(
        message === ''
          ? 'deckhand: the store is back.'
          : `deckhand: the store is away; requests get a 503. ${neutralLines(message)}`,
      ),
  });
}

const NO_PUBLIC_URL =
  'Without --public-url, the url of a presentation names the replica that responded. Give the address of the proxy.';

/** @returns warnings */
export async function startStore(
  store: SharedStore,
  deckhand: Deckhand,
  settings: ServerSettings,
): Promise<readonly string[]> {
  const warnings = await store.start(deckhand, settings);
  return settings.publicUrl === undefined ? [...warnings, NO_PUBLIC_URL] : warnings;
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

/** @returns undefined if there is no file, or if it is a snapshot, which is only read */
export async function openState(
  deckhand: Deckhand,
  file: string | undefined,
): Promise<StateKeeper | undefined> {
  if (file === undefined) return undefined;
  const { StateKeeper: keeper } = await import('../server/state/state-keeper.js');
  return keeper.open(deckhand, file, (message) => warn(`deckhand: ${neutralLines(message)}`));
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
