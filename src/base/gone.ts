/**
 * What is gone, and what to use instead: one list for the command line, one for options of entries and the configuration
 * file, one for paths of the control API. */
import { UserError } from './user-error.js';

const REDACTED_BY_NAME =
  'Give the field a name such as token or password, which is redacted, and look at a file before you share it.';
const SEVERAL_SERVERS = 'Run independent servers behind a proxy that hashes the key, as examples/team does.';

const SHARE_OF_5XX = 'The report warns above 1 % of responses with 5xx: the interface names no limit.';

const SCREENS = 'Compare pictures of the screens with Playwright: docs/wall.md.';

/**
 * A name is `command`, `command --flag`, or `command VARIABLE` for an environment variable. A subcommand stands alone:
 * `from-har --replay`.
 */
const COMMAND_LINE: Readonly<Record<string, string>> = {
  learn: 'Use `deckhand judge FILE`: its observations (open/…) say what the service does.',
  diff: 'Judge both recordings with `deckhand judge`, or play one with `deckhand serve --replay FILE`.',
  bundle: 'Share a scenario file, a HAR file, or a saved state.',
  open: 'Use `deckhand serve --state FILE` for a saved state, or `deckhand serve --replay FILE` for a recording.',
  types: 'Use `deckhand scenario types`.',
  'serve --overlay':
    'Write a scenario with the responses of your service, or make one: `deckhand scenario from-har`.',
  'serve --memory': 'The data is bounded by counts: docs/serve.md.',
  'serve --open-control': 'Set a token with --control-token, and send it.',
  'serve --self-check': 'Leave it out: it was for tests of Deckhand itself.',
  'serve --redact': REDACTED_BY_NAME,
  'exec --redact': REDACTED_BY_NAME,
  'serve --development-keys': 'Name the keys: --key deckhand-dev-key. Or accept every key: --any-key.',
  'serve --store': SEVERAL_SERVERS,
  'serve DECKHAND_STORE': SEVERAL_SERVERS,
  'verify --overlay': 'The observations (open/…) in the report say what the service does.',
  'verify --profile': 'Use --smoke. Without it, the run is the full one.',
  'verify --max-5xx': SHARE_OF_5XX,
  'judge --max-5xx': SHARE_OF_5XX,
  'exec --except': 'Use `toHaveBehaved({ except })` in tests.',
  'exec --url-as':
    "Set the variable in the command: deckhand exec -- sh -c 'VITE_API_URL=$DECKHAND_URL npm test'.",
  'exec --key-as':
    "Set the variable in the command: deckhand exec -- sh -c 'API_KEY=$DECKHAND_API_KEY npm test'.",
  'wall --save': SCREENS,
  'wall --do': SCREENS,
  'wall --at': SCREENS,
  'wall --moments': SCREENS,
  'wall --sizes': SCREENS,
  'wall --mask': SCREENS,
  'wall --compare': SCREENS,
  'wall --threshold': SCREENS,
  'wall --browser': SCREENS,
  'wall --replay': 'Play the recording with `deckhand serve --replay FILE`.',
  'preview --polls': 'A longer --every shows more of a long job.',
  'from-har --keep-text': 'The story has the texts of the recording. Look at them before you share it.',
  'from-har --replay': 'A recording needs no conversion: `deckhand serve --replay FILE`.',
};

/** One inside another option has a dot. Browsers load this list, too. */
const OPTIONS: Readonly<Record<string, string>> = {
  store: SEVERAL_SERVERS,
  limits: 'Use maxJobs.',
  sandboxes: '200 are open at most.',
  onEvict: 'What was removed is counted: `(await workspace.info()).evicted`.',
  developmentKeys: "Name the keys: keys: { 'deckhand-dev-key': 'ws_dev' }. Or accept every key: keys: 'any'.",
  openControl: 'Set a controlToken, and send it.',
  isExposed: 'Connections show where they come from.',
};

/** Methods of a workspace, and the last segments of their paths in the control API. */
const VERBS: Readonly<Record<string, string>> = {
  snapshot: 'Use save() or load(state): GET or PUT /workspaces/{workspace}/state.',
  restore: 'Use load(state).',
  events:
    'Ask for changes: workspace.changes(), or GET /workspaces/{workspace}/changes?after={next of the last response}.',
};

/** Properties of what `connectDeckhand` returns. */
const HANDLE: Readonly<Record<string, string>> = {
  client: 'Use its workspaces, or `fetch`: docs/control.md has a line for each verb.',
};

/** @returns the message for a path of the control API that is gone */
export function gonePathText(path: string): string | undefined {
  return goneMessage(path, VERBS, path.split('/').at(-1) ?? '');
}

/** Gives a workspace the methods that are gone: each throws what to use instead. For scripts without types. */
export function refuseGoneVerbs(workspace: object): void {
  for (const name of Object.keys(VERBS)) {
    const refuse = (): never => {
      throw new UserError('bad-option', goneMessage(`workspace.${name}()`, VERBS, name) ?? name);
    };
    Object.defineProperty(workspace, name, { value: refuse, enumerable: false });
  }
}

/** The same for the properties of a connected mock server. */
export function refuseGoneProperties(handle: object): void {
  for (const name of Object.keys(HANDLE)) {
    const refuse = (): never => {
      throw new UserError('bad-option', goneMessage(`deckhand.${name}`, HANDLE, name) ?? name);
    };
    Object.defineProperty(handle, name, { get: refuse, enumerable: false });
  }
}

/** @returns the message for a name of the command line that is gone */
export function goneText(name: string): string | undefined {
  const [command = '', part] = name.split(' ');
  return goneMessage(part ?? `deckhand ${command}`, COMMAND_LINE, name);
}

/** @returns the message for the first variable that is set and that this command no longer reads */
export function goneVariableText(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const set = Object.keys(env).filter((variable) => env[variable]);
  return set.map((variable) => goneText(`${command} ${variable}`)).find((text) => text !== undefined);
}

/** @returns the message for an option of an entry, or of the configuration file, that is gone */
export function goneOptionText(name: string): string | undefined {
  return goneMessage(name, OPTIONS, name);
}

function goneMessage(
  shown: string,
  list: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  return Object.hasOwn(list, name) ? `${shown} is gone since 1.0. ${list[name]}` : undefined;
}
