/**
 * Holds the lazily loaded YAML parser. It is a third of the mock server, so `deckhand/browser` loads it only if its options have a
 * text; all other entries set it at the start.
 */
import { UserError } from '../base/user-error.js';
import type { compileScenarioText } from '../scenario/compile-text.js';

let parser: typeof compileScenarioText | undefined;

export function setParser(parse: typeof compileScenarioText): void {
  parser = parse;
}

/** @throws UserError if the parser is not loaded */
export const parseText: typeof compileScenarioText = (source) => {
  if (parser) return parser(source);
  throw new UserError(
    'invalid-scenario',
    'The YAML parser is not loaded, so the text of a scenario cannot be read.',
    {
      hint: "Give texts to setupDeckhandWorker({ scenarios: { checkout: text } }): start() reads them. Then useScenario('checkout').",
    },
  );
};
