/** Reads what a file holds as an overlay for the contract's document, and says of everything that is wrong where it stands. */
import { query } from 'jsonpath-rfc9535';
import { isObject } from '../../contract/index.js';
import { overlaidDocument, type Action, type Overlay } from './overlay.js';

export interface OverlayMistake {
  /** Where in the file (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

export type OverlayReading = { readonly overlay: Overlay } | { readonly mistakes: readonly OverlayMistake[] };

export function readOverlay(value: unknown): OverlayReading {
  const mistakes: OverlayMistake[] = [];
  const wrong = (pointer: string, message: string, hint?: string): void =>
    void mistakes.push({ pointer, message, ...(hint !== undefined && { hint }) });
  if (!isObject(value)) {
    wrong('', 'This is no overlay: it has to be an object.', howToGetOne);
    return { mistakes };
  }
  if (value['overlay'] === undefined) {
    const what = value['openapi'] === undefined ? '' : ', but an OpenAPI document';
    wrong('', `This is no overlay${what}: the field "overlay" with the version is missing.`, howToGetOne);
    return { mistakes };
  }
  if (typeof value['overlay'] !== 'string' || !/^1\.\d+\.\d+$/.test(value['overlay']))
    wrong(
      '/overlay',
      `The version cannot be ${JSON.stringify(value['overlay'])}.`,
      'Expected 1.0.0 or 1.1.0, as a text.',
    );
  checkInfo(value['info'], wrong);
  checkExtends(value['extends'], wrong);
  checkFields('', value, ['overlay', 'info', 'extends', 'actions'], wrong);
  const { actions } = value;
  if (!Array.isArray(actions) || actions.length === 0)
    wrong('/actions', 'actions has to be a list of one action or more.');
  else actions.forEach((action: unknown, index) => checkAction(action, `/actions/${index}`, wrong));
  return mistakes.length > 0 ? { mistakes } : { overlay: value as unknown as Overlay };
}

type Wrong = (pointer: string, message: string, hint?: string) => void;

const howToGetOne = 'deckhand learn <file.har> --overlay FILE writes one.';

function checkInfo(info: unknown, wrong: Wrong): void {
  if (!isObject(info)) return wrong('/info', 'info has to be an object with a title and a version.');
  for (const field of ['title', 'version'])
    if (typeof info[field] !== 'string') wrong('/info', `info needs a ${field}, a text.`);
}

function checkExtends(address: unknown, wrong: Wrong): void {
  if (address === undefined) return;
  if (typeof address !== 'string') return wrong('/extends', 'extends has to be the address of a document.');
  const file = /[^/\\]*$/.exec(address.replace(/[?#].*$/, ''))?.[0];
  if (file === overlaidDocument) return;
  wrong(
    '/extends',
    `The overlay is for another document: ${address}.`,
    `Expected one for ${overlaidDocument}.`,
  );
}

function checkAction(action: unknown, pointer: string, wrong: Wrong): void {
  if (!isObject(action)) return wrong(pointer, 'An action has to be an object with a target.');
  const { target, copy, remove } = action as Partial<Record<keyof Action, unknown>>;
  checkPath(target, `${pointer}/target`, 'target', wrong);
  if (copy !== undefined) checkPath(copy, `${pointer}/copy`, 'copy', wrong);
  if (remove !== undefined && typeof remove !== 'boolean')
    wrong(`${pointer}/remove`, 'remove has to be true or false.');
  const isKept = remove === undefined || remove === false;
  if (isKept && copy === undefined && action['update'] === undefined)
    wrong(pointer, 'The action does nothing.', 'Expected update, copy or remove: true.');
  if (isKept && copy !== undefined && action['update'] !== undefined)
    wrong(pointer, 'The action has both update and copy.', 'Expected one of them.');
  checkFields(pointer, action, ['target', 'description', 'update', 'copy', 'remove'], wrong);
}

function checkPath(path: unknown, pointer: string, name: string, wrong: Wrong): void {
  if (typeof path !== 'string') return wrong(pointer, `${name} has to be a JSONPath, as a text.`);
  try {
    query({}, path);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : '';
    wrong(pointer, `${name} is no JSONPath: ${path}`, why);
  }
}

function checkFields(pointer: string, value: object, known: readonly string[], wrong: Wrong): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    wrong(
      pointer,
      `There is no field "${name}" here.`,
      `There are: ${known.join(', ')}, and any that begin with x-.`,
    );
  }
}
