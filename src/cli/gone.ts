/** The commands and options that are gone since 0.2, and what to use instead. */

/** By command, or by command and option. */
const GONE: Readonly<Record<string, string>> = {
  learn: 'Use `deckhand judge FILE`: its observations (open/…) say what the service does.',
  diff: 'Judge both recordings with `deckhand judge`, or play one with `deckhand serve --replay FILE`.',
  bundle: 'Share a scenario file, a HAR file, or a snapshot of the panel.',
  open: 'Use `deckhand serve --state FILE` for a snapshot, or `deckhand serve --replay FILE` for a recording.',
  types: 'Use `deckhand scenario types`.',
  'serve --overlay':
    'Write a scenario with the responses of your service, or make one: `deckhand scenario from-har`.',
  'serve --memory': 'It is a quarter of the heap of Node: NODE_OPTIONS=--max-old-space-size=2048.',
  'serve --open-control': 'Set a token with --control-token, and send it.',
  'serve --tight-loop': 'The limit is 1s. `conduct({ tightLoop })` in tests takes another one.',
  'verify --overlay': 'The observations (open/…) in the report say what the service does.',
  'record --segment': 'A segment has 50,000 exchanges.',
  'record --tight-loop': 'The limit is 1s.',
  'judge --segment': 'A segment has 200,000 exchanges.',
  'judge --tight-loop': 'The limit is 1s.',
  'exec --segment': 'A segment has 50,000 exchanges.',
  'exec --tight-loop': 'The limit is 1s. `toHaveBehaved({ tightLoop })` in tests takes another one.',
  'exec --except': 'Use `toHaveBehaved({ except })` in tests.',
  'exec --url-as':
    "Set the variable in the command: deckhand exec -- sh -c 'VITE_API_URL=$DECKHAND_URL npm test'.",
  'from-har --accept': 'The command writes a story, and compares nothing.',
  'from-har --replay': 'A recording needs no conversion: `deckhand serve --replay FILE`.',
  'exec --key-as':
    "Set the variable in the command: deckhand exec -- sh -c 'API_KEY=$DECKHAND_API_KEY npm test'.",
};

/** @returns the message for a command, or for an option of it, that is gone */
export function goneText(command: string, option?: string): string | undefined {
  const instead = GONE[option === undefined ? command : `${command} ${option}`];
  return instead === undefined
    ? undefined
    : `${option ?? `deckhand ${command}`} is gone since 0.2. ${instead}`;
}
