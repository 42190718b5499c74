/** Writes a scenario as the YAML a person would write: a line for each short step and fault, comments before them. */
import { Document, isCollection, isMap, isNode, isPair, isSeq, parseDocument, visit, type Node } from 'yaml';
import type { Scenario } from '../generated/control-api.js';
import { pathOf } from './pointer.js';

/** How long a line may get before it becomes several. */
const WIDTH = 120;

/**
 * @param comments by the pointer of what they stand before, such as `/steps/2`
 * @param heading a comment for the top of the file
 */
export function writeScenario(
  scenario: Scenario,
  comments: ReadonlyMap<string, string> = new Map(),
  heading?: string,
): string {
  const document = new Document(scenario, { aliasDuplicateObjects: false, version: '1.2' });
  for (const name of ['steps', 'faults'] as const) {
    const list = document.get(name);
    if (!isSeq(list)) continue;
    for (const item of list.items) inLines(item);
  }
  foldUp(document.get('violates'));
  for (const [pointer, comment] of comments) {
    const node = document.getIn(pathOf(pointer).map(keyOf), true);
    if (isNode(node)) node.commentBefore = commented(comment);
  }
  if (heading !== undefined) document.commentBefore = commented(heading);
  return tightened(
    document.toString({ lineWidth: 0, flowCollectionPadding: true, nullStr: '', singleQuote: true }),
  );
}

/** The text with `[a, b]` for `[ a, b ]`: braces have a space inside, brackets have none, as most formatters have it. */
function tightened(text: string): string {
  const spaces: number[] = [];
  visit(parseDocument(text, { version: '1.2' }), {
    Seq(_key, { flow, range }) {
      if (!flow || !range) return;
      for (const place of [range[0] + 1, range[1] - 2]) if (text[place] === ' ') spaces.push(place);
    },
  });
  const cut = new Set(spaces);
  return text
    .split('')
    .filter((_, place) => !cut.has(place))
    .join('');
}

/** Puts on one line what fits there: a step's fields, a fault, and what stands within those that are longer. */
function inLines(item: unknown): void {
  if (!isMap(item)) return;
  const [only] = item.items;
  if (item.items.length === 1 && only) foldUp(only.value);
  else foldUp(item);
}

function foldUp(node: unknown): void {
  if (!isCollection(node)) return;
  if (fits(node)) node.flow = true;
  else for (const item of node.items) foldUp(isPair(item) ? item.value : item);
}

function fits(node: Node): boolean {
  const text = JSON.stringify(node);
  return text.replaceAll('"', '').length < WIDTH - 20 && !text.includes('\\n');
}

const commented = (text: string): string => text.replace(/^/gm, ' ');
const keyOf = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part);
