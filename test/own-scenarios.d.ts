/** The scenarios that tests add. Users write such a declaration with `deckhand scenario types`. */
import '../src/app/scenario-names.js';

declare module '../src/app/scenario-names.js' {
  interface CustomScenarios {
    again: true;
    first: true;
    hours: true;
    mine: true;
    only: true;
    other: true;
    recorded: true;
  }
}
