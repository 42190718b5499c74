/** The mock server of `deckhand serve`, from its options. */
import { randomUUID } from 'node:crypto';
import { assignReplay } from '../app/assign-replay.js';
import type { Evicted } from '../app/bare-deckhand.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { readReplay } from '../app/replay-option.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { SourceFiles } from '../files/source-files.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import type { RequestedAddress } from '../server/server.js';
import { nodeHash } from '../transports/node-hash.js';
import { warn } from './terminal.js';

/** The address of the server. It is empty until the server listens. */
export interface Address {
  url: string;
  readonly requested: RequestedAddress;
}

export interface MockParts {
  readonly configured: { readonly options: DeckhandOptions; readonly folders: readonly string[] };
  /** Whether other machines can connect. */
  readonly isReachable: boolean;
  readonly library: ScenarioLibrary;
  readonly address: Address;
}

/** @throws UserError when an option or the recording is wrong */
export function createMock(parts: MockParts): Deckhand {
  const { configured, isReachable, library, address } = parts;
  const { keys, replay, publicUrl } = configured.options;
  const recording = replay === undefined ? undefined : readReplay(replay);
  const deckhand = new Deckhand(
    {
      ...configured.options,
      publicUrl: publicUrl ?? (() => address.requested.address ?? address.url),
    },
    {
      library,
      hash: nodeHash,
      idSalt: randomUUID(),
      ...(recording && { replay: assignReplay(recording, keys) }),
      sources: new SourceFiles(configured.folders, BUNDLED_SCENARIOS),
      onEvict: reportOnce(),
    },
  );
  if (isReachable) deckhand.acceptNamedKeysOnly();
  return deckhand;
}

const REMOVED: Readonly<Record<Evicted, (workspaceId: string) => string>> = {
  jobs: (id) => `The workspace ${id} is full. Its oldest jobs are removed; --max-jobs keeps more.`,
  presentations: (id) =>
    `The workspace ${id} is full. Its oldest presentations are removed; --max-jobs keeps more.`,
  sandboxes: (id) => `Too many sandboxes are open. The longest unused are removed, such as ${id}.`,
  scenarios: () => 'Jobs play too many scenarios that were sent. The oldest are removed with their jobs.',
};

/** One line for each kind, because a load test removes thousands. */
function reportOnce(): (kind: Evicted, workspaceId: string) => void {
  const reported = new Set<Evicted>();
  return (kind, workspaceId) => {
    if (reported.has(kind)) return;
    reported.add(kind);
    warn(`deckhand: ${REMOVED[kind](workspaceId)}`);
  };
}
