/** The mock server in this process. It parses YAML scenarios and reads recordings. */
import { compileScenarioText } from '../scenario/compile-text.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS } from '../service/default-registry.js';
import { DeckhandCore, createScenarioLibrary, type DeckhandDependencies } from './deckhand-core.js';
import { assertOptions, type DeckhandOptions } from './options/deckhand-options.js';
import { loadRecording } from './options/replay.js';
import { mapRecordedWorkspaces } from './replay-workspaces.js';
import { setParser } from './lazy-scenario-parser.js';
import type { ScenariosOption } from './options/scenarios.js';

/** The mock server: the API, its workspaces and their data. */
export class Deckhand extends DeckhandCore {
  /** @throws UserError when an option or a scenario is invalid */
  constructor(options?: DeckhandOptions, dependencies?: DeckhandDependencies) {
    setParser(compileScenarioText);
    const { replay, apiKeys } = options ?? {};
    super(
      options,
      replay === undefined
        ? dependencies
        : { replay: mapRecordedWorkspaces(loadRecording(replay), apiKeys), ...dependencies },
    );
  }
}

/**
 * Starts a mock server in this process. Opens no port and sets no timers.
 * @throws UserError when an option or a scenario is invalid
 */
export function createDeckhand(options: DeckhandOptions = {}): Deckhand {
  assertOptions(options);
  return new Deckhand(options);
}

/**
 * The bundled scenarios and those of the option.
 * @throws UserError with every error in them
 */
export function loadScenarioLibrary(scenarios?: ScenariosOption): ScenarioLibrary {
  setParser(compileScenarioText);
  return createScenarioLibrary(scenarios);
}

export { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type DeckhandOptions };
