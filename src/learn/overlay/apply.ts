/** Applies an overlay to a document (Overlay Specification 1.1), and lists the actions without effect. */
import { paths, query } from 'jsonpath-rfc9535';
import type { Action, Overlay } from './overlay.js';
import { merge, Incompatible } from './merge.js';

export interface Applied {
  readonly document: unknown;
  /** Actions without effect, by their index. */
  readonly unused: readonly { readonly action: number; readonly message: string }[];
  /** Actions that cannot be applied, by their index. */
  readonly failed: readonly { readonly action: number; readonly message: string }[];
}

/** Does not change `document`. */
export function applyOverlay(document: unknown, { actions }: Pick<Overlay, 'actions'>): Applied {
  const unused: { action: number; message: string }[] = [];
  const failed: { action: number; message: string }[] = [];
  const root = { $: structuredClone(document) };
  for (const [action, each] of actions.entries()) {
    try {
      const reason = apply(root, each);
      if (reason !== undefined) unused.push({ action, message: reason });
    } catch (error) {
      if (!(error instanceof Incompatible)) throw error;
      failed.push({ action, message: error.message });
    }
  }
  return { document: root.$, unused, failed };
}

type Holder = Record<string, unknown> | unknown[];

/** Returns the reason if the action has no effect. */
function apply(root: { $: unknown }, { target, remove, update, copy }: Action): string | undefined {
  const found = pathsOf(root.$, target);
  if (found.length === 0) return `${target} matches nothing in the document`;
  if (remove === true) {
    // From the end, because a removal changes the indexes of later entries.
    for (const path of found.toReversed()) removeAt(root, path);
    return undefined;
  }
  const value = copy === undefined ? update : copied(root.$, copy);
  for (const path of found) {
    const [holder, name] = placeOf(root, path);
    setAt(holder, name, merge(getAt(holder, name), structuredClone(value)));
  }
  return undefined;
}

function copied(document: unknown, path: string): unknown {
  const values = query(document as never, path) as readonly unknown[];
  if (values.length === 1) return values[0];
  throw new Incompatible(`copy must select one node, but ${path} selects ${values.length}`);
}

/** The path of each selected node, as a list of members. */
function pathsOf(document: unknown, target: string): readonly (readonly (string | number)[])[] {
  const found = new Set<string>(paths(document as never, target) as readonly string[]);
  return [...found].map(membersOf);
}

/** The members of a normalized path (RFC 9535, 2.7). */
function membersOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(?:(\d+)|'((?:[^'\\]|\\.)*)')\]/g)].map(([, index, name = '']) =>
    index === undefined ? unescaped(name) : Number(index),
  );
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(name: string): string {
  return name.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, letter: string) =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function placeOf(
  root: { $: unknown },
  path: readonly (string | number)[],
): [holder: Holder, name: string | number] {
  let holder: Holder = root;
  let name: string | number = '$';
  for (const member of path) {
    holder = getAt(holder, name) as Holder;
    name = member;
  }
  return [holder, name];
}

function removeAt(root: { $: unknown }, path: readonly (string | number)[]): void {
  if (path.length === 0) throw new Incompatible('the whole document cannot be removed');
  const [holder, name] = placeOf(root, path);
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}

function getAt(holder: Holder, name: string | number): unknown {
  return Array.isArray(holder)
    ? holder[Number(name)]
    : Object.hasOwn(holder, name)
      ? holder[name]
      : undefined;
}

function setAt(holder: Holder, name: string | number, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(name)] = value;
  else Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}
