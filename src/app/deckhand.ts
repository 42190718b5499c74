/** The mock server in process, with the parser of scenario texts. Tests can use it directly. */
import { parseScenario } from '../scenario/parse.js';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS } from '../service/default-directory.js';
import { BareDeckhand, libraryOf as readLibrary, type DeckhandParts } from './bare-deckhand.js';
import { checkOptions, type DeckhandOptions } from './options/deckhand-options.js';
import { readReplay } from './assign-replay.js';
import { assignReplay } from './assign-replay.js';
import { setParser } from './scenario-parser.js';
import type { Scenarios } from './scenarios-option.js';

export class Deckhand extends BareDeckhand {
  /** @throws UserError when an option or a scenario is wrong */
  constructor(options?: DeckhandOptions, parts?: DeckhandParts) {
    setParser(parseScenario);
    const { replay, keys } = options ?? {};
    super(
      options,
      replay === undefined ? parts : { replay: assignReplay(readReplay(replay), keys), ...parts },
    );
  }
}

/**
 * Starts a mock server in this process. It opens no port and runs no timer: it only responds to requests.
 * @throws UserError when an option or a scenario is wrong
 */
export function createDeckhand(options: DeckhandOptions = {}): Deckhand {
  checkOptions(options);
  return new Deckhand(options);
}

/**
 * The bundled scenarios and those of the option.
 * @throws UserError with every mistake in them
 */
export function libraryOf(scenarios?: Scenarios): ReturnType<typeof readLibrary> {
  setParser(parseScenario);
  return readLibrary(scenarios);
}

export { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type DeckhandOptions };
