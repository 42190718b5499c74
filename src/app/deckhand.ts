/** The in-process mock server; parses YAML scenarios. Tests can use it directly. */
import { compileScenarioText } from '../scenario/compile-text.js';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS } from '../service/default-registry.js';
import {
  DeckhandCore,
  createScenarioLibrary as readLibrary,
  type DeckhandDependencies,
} from './deckhand-core.js';
import { assertOptions, type DeckhandOptions } from './options/deckhand-options.js';
import { loadRecording } from './replay-workspaces.js';
import { mapRecordedWorkspaces } from './replay-workspaces.js';
import { setParser } from './lazy-scenario-parser.js';
import type { Scenarios } from './options/scenarios.js';

export class Deckhand extends DeckhandCore {
  /** @throws UserError when an option or a scenario is wrong */
  constructor(options?: DeckhandOptions, parts?: DeckhandDependencies) {
    setParser(compileScenarioText);
    const { replay, apiKeys } = options ?? {};
    super(
      options,
      replay === undefined
        ? parts
        : { replay: mapRecordedWorkspaces(loadRecording(replay), apiKeys), ...parts },
    );
  }
}

/**
 * Starts a mock server in this process. Opens no port and sets no timers.
 * @throws UserError when an option or a scenario is wrong
 */
export function createDeckhand(options: DeckhandOptions = {}): Deckhand {
  assertOptions(options);
  return new Deckhand(options);
}

/**
 * The bundled scenarios and those of the option.
 * @throws UserError with every mistake in them
 */
export function loadScenarioLibrary(scenarios?: Scenarios): ReturnType<typeof readLibrary> {
  setParser(compileScenarioText);
  return readLibrary(scenarios);
}

export { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type DeckhandOptions };
