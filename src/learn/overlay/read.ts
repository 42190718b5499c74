/** Checks that a value is an overlay of the OpenAPI document, and reports every mistake with its place. */
import { query } from 'jsonpath-rfc9535';
import { isObject } from '../../base/json.js';
import { overlaidDocument, type Action, type Overlay } from './overlay.js';

export interface OverlayMistake {
  /** A JSON pointer into the file (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

export type OverlayReading = { readonly overlay: Overlay } | { readonly mistakes: readonly OverlayMistake[] };

export function readOverlay(value: unknown): OverlayReading {
  const mistakes: OverlayMistake[] = [];
  const report = (pointer: string, message: string, hint?: string): void =>
    void mistakes.push({ pointer, message, ...(hint !== undefined && { hint }) });
  if (!isObject(value)) {
    report('', 'This is not an overlay: expected an object.', howToGetOne);
    return { mistakes };
  }
  if (value['overlay'] === undefined) {
    const what = value['openapi'] === undefined ? '' : ' but an OpenAPI document';
    report(
      '',
      `This is not an overlay${what}: the field "overlay" with the version is missing.`,
      howToGetOne,
    );
    return { mistakes };
  }
  if (typeof value['overlay'] !== 'string' || !/^1\.\d+\.\d+$/.test(value['overlay']))
    report(
      '/overlay',
      `The version cannot be ${JSON.stringify(value['overlay'])}.`,
      'Expected the string 1.0.0 or 1.1.0.',
    );
  checkInfo(value['info'], report);
  checkExtends(value['extends'], report);
  checkFields('', value, ['overlay', 'info', 'extends', 'actions'], report);
  const { actions } = value;
  if (!Array.isArray(actions) || actions.length === 0)
    report('/actions', 'actions must be a list of at least one action.');
  else actions.forEach((action: unknown, index) => checkAction(action, `/actions/${index}`, report));
  return mistakes.length > 0 ? { mistakes } : { overlay: value as unknown as Overlay };
}

type Report = (pointer: string, message: string, hint?: string) => void;

const howToGetOne = 'To write an overlay, use deckhand learn <file.har> --overlay FILE.';

function checkInfo(info: unknown, report: Report): void {
  if (!isObject(info)) return report('/info', 'info must be an object with a title and a version.');
  for (const field of ['title', 'version'])
    if (typeof info[field] !== 'string') report('/info', `info needs the string ${field}.`);
}

function checkExtends(address: unknown, report: Report): void {
  if (address === undefined) return;
  if (typeof address !== 'string')
    return report('/extends', 'extends must be the URL or path of a document.');
  const file = /[^/\\]*$/.exec(address.replace(/[?#].*$/, ''))?.[0];
  if (file === overlaidDocument) return;
  report(
    '/extends',
    `The overlay is for another document: ${address}.`,
    `Expected an overlay for ${overlaidDocument}.`,
  );
}

function checkAction(action: unknown, pointer: string, report: Report): void {
  if (!isObject(action)) return report(pointer, 'An action must be an object with a target.');
  const { target, copy, remove } = action as Partial<Record<keyof Action, unknown>>;
  checkPath(target, `${pointer}/target`, 'target', report);
  if (copy !== undefined) checkPath(copy, `${pointer}/copy`, 'copy', report);
  if (remove !== undefined && typeof remove !== 'boolean')
    report(`${pointer}/remove`, 'remove must be true or false.');
  const isKept = remove === undefined || remove === false;
  if (isKept && copy === undefined && action['update'] === undefined)
    report(pointer, 'The action has no effect.', 'Expected update, copy or remove: true.');
  if (isKept && copy !== undefined && action['update'] !== undefined)
    report(pointer, 'The action has both update and copy.', 'Use only one of them.');
  checkFields(pointer, action, ['target', 'description', 'update', 'copy', 'remove'], report);
}

function checkPath(path: unknown, pointer: string, name: string, report: Report): void {
  if (typeof path !== 'string') return report(pointer, `${name} must be a string with a JSONPath.`);
  try {
    query({}, path);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : '';
    report(pointer, `${name} is not a JSONPath: ${path}`, why);
  }
}

function checkFields(pointer: string, value: object, known: readonly string[], report: Report): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    report(
      pointer,
      `Unknown field "${name}".`,
      `Known fields: ${known.join(', ')}, and all that begin with x-.`,
    );
  }
}
