/**
 * Completion and hover from the JSON Schema of scenarios, over the syntax tree of YAML. A placeholder at the cursor makes the tree
 * complete: its parents are then the fields around the cursor.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { yamlLanguage } from '@codemirror/lang-yaml';
import { syntaxTree } from '@codemirror/language';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { type EditorState, type Extension, Text } from '@codemirror/state';
import schema from '../../../scenarios/scenario.schema.json' with { type: 'json' };

/** The part of JSON Schema that scenarios use. */
interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxProperties?: number;
}

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The path of a value: the names of fields, and `*` for an entry of a list. */
type Path = readonly string[];

const ROOT = schema as SchemaNode;
const DEFINITIONS = schema.$defs as Readonly<Record<string, SchemaNode>>;

/** Of CodeMirror. */
const MAX_BOOST = 99;

const PLACEHOLDER = '__';
const WORD = /(?:[\w$%.][\w$%.-]*)?$/;
const REST_OF_WORD = /^[\w$%.-]*/;
/** The cursor is where an entry of a list can begin, with or without its dash. */
const AT_ENTRY = /^\s*(?:-\s*)?$/;
/** The cursor is in the value of a field. */
const IN_VALUE = /(?:^|[{,\s-])\s*[\w$"']+:\s+[^,{}[\]]*$/;
/** No field can start in these. */
const TEXT_NODES: readonly string[] = [
  'Comment',
  'BlockLiteralContent',
  'BlockLiteralHeader',
  'QuotedLiteral',
];

export const completeScenario = (context: CompletionContext): CompletionResult | null => {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const word = WORD.exec(before)?.[0] ?? '';
  const from = pos - word.length;
  const after = line.text.slice(before.length);
  const to = pos + (REST_OF_WORD.exec(after)?.[0].length ?? 0);
  if (isInText(state, from) && /\S/.test(before)) return null;
  if (word === '' && !explicit && !/[-{,:[]\s*$/.test(before)) return null;
  const isValue = IN_VALUE.test(before);
  const hasColon = /^\s*:/.test(state.sliceDoc(to, line.to));
  const place = isValue ? locateValue(state.doc, from, to) : findPlace(state.doc, from, to, hasColon);
  const options = [...(isValue ? [] : fieldOptions(place, hasColon)), ...valueOptions(place)];
  return options.length === 0 ? null : { from, to, options, validFor: /^[\w$%.-]*$/ };
};

/** Where a field can be written. */
interface Place {
  readonly path: Path;
  /** The fields that the map has already. */
  readonly siblings: readonly string[];
  /** What the line must have before the field; undefined if it has it. */
  readonly lead?: string;
}

/** The place at the cursor, or that of a new entry in the nearest list around it, which needs another indentation or a dash. */
function findPlace(doc: Text, from: number, to: number, hasColon: boolean): Place {
  const line = doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const inserted = PLACEHOLDER + (hasColon ? '' : ':');
  const place = locateField(doc, from, to, inserted);
  if (!AT_ENTRY.test(before) || hasOptions(place)) return place;
  for (const lead of entryLeads(doc, line.number, before)) {
    const entry = locateField(doc, line.from, to, lead + inserted);
    if (findSchemas(entry.path).length > 0) return { ...entry, lead };
    if (isFreeForm(entry.path)) break;
  }
  return place;
}

/** What can be before an entry of a list on this line: its own indentation, and then that of each entry around it. */
function entryLeads(doc: Text, number: number, before: string): readonly string[] {
  const columns = [before.search(/\S|$/)];
  for (let above = number - 1; above > 0; above -= 1) {
    const column = /^( *)- /.exec(doc.line(above).text)?.[1]?.length;
    if (column !== undefined && column <= (columns.at(-1) ?? 0)) columns.push(column);
  }
  return [...new Set(columns)].map((column) => `${' '.repeat(column)}- `);
}

/**
 * The right beginning of a line whose dash is where no list can be, such as after Enter below `- complete:`. The entry belongs to the
 * nearest list around it. Undefined if the dash is right.
 * @param end the position after the dash
 */
export function findEntryLead(state: EditorState, end: number): string | undefined {
  const { doc } = state;
  const before = doc.sliceString(doc.lineAt(end).from, end);
  if (!/^\s+-$/.test(before) || isInText(state, end)) return undefined;
  const { lead } = findPlace(doc, end, end, false);
  return lead === `${before} ` ? undefined : lead;
}

/** The tree of the editor can be older than its text, so this parses the text. */
const isInText = (state: EditorState, pos: number): boolean =>
  TEXT_NODES.includes(yamlLanguage.parser.parse(state.doc.toString()).resolveInner(pos, -1).name);

const hasOptions = (place: Place): boolean =>
  fieldOptions(place, false).length > 0 || valueOptions(place).length > 0;

/** Whether a path is in a value that can have any fields or entries, such as the body of a response. */
function isFreeForm(path: Path): boolean {
  return path.some((_name, length) =>
    findSchemas(path.slice(0, length + 1)).some(
      (node) => !node.properties && !node.items && (node.type === undefined || isOfType(node, 'object')),
    ),
  );
}

function locateValue(doc: Text, from: number, to: number): Place {
  const { node, read } = parseWith(doc, from, to, PLACEHOLDER);
  return { path: pathOf(node, read), siblings: [] };
}

/** The path of the map at the cursor, and its fields. Text that becomes no field has the path of nothing. */
function locateField(doc: Text, from: number, to: number, inserted: string): Place {
  const { node, read } = parseWith(doc, from, to, inserted);
  const pair = findParent(node, ['Pair']);
  const map = pair?.parent;
  if (!map || keyOf(pair, read) !== PLACEHOLDER) return { path: [PLACEHOLDER], siblings: [] };
  return { path: pathOf(map, read), siblings: map.getChildren('Pair').map((one) => keyOf(one, read)) };
}

/** The node of the placeholder after it was inserted. */
function parseWith(doc: Text, from: number, to: number, inserted: string) {
  const text = doc.sliceString(0, from) + inserted + doc.sliceString(to);
  const position = from + inserted.indexOf(PLACEHOLDER) + 1;
  const node: SyntaxNode = yamlLanguage.parser.parse(text).resolveInner(position);
  return { node, read: (one: SyntaxNode): string => text.slice(one.from, one.to) };
}

function findParent(node: SyntaxNode, names: readonly string[]): SyntaxNode | null {
  for (let one: SyntaxNode | null = node; one; one = one.parent) if (names.includes(one.name)) return one;
  return null;
}

/** The path of a node. That of a key is the path of its field. */
function pathOf(node: SyntaxNode, read: (one: SyntaxNode) => string): Path {
  const path: string[] = [];
  for (let one: SyntaxNode | null = node; one; one = one.parent) {
    if (one.name === 'Pair') path.unshift(keyOf(one, read));
    else if (one.name === 'Item') path.unshift('*');
  }
  return path;
}

function keyOf(pair: SyntaxNode, read: (one: SyntaxNode) => string): string {
  const key = pair.getChild('Key');
  return key
    ? read(key)
        .trim()
        .replaceAll(/^["']|["']$/g, '')
    : '';
}

/** The schemas that a value at a path can have. */
function findSchemas(path: Path): readonly SchemaNode[] {
  return path.reduce<readonly SchemaNode[]>(
    (nodes, name) =>
      nodes.flatMap(({ properties, items }) => {
        const next = name === '*' ? items : properties?.[name];
        return next ? resolveSchema(next) : [];
      }),
    resolveSchema(ROOT),
  );
}

/** The alternatives of a schema, without references. A description beside a reference wins. */
function resolveSchema(node: SchemaNode): readonly SchemaNode[] {
  const { $ref, ...own } = node;
  const target = $ref === undefined ? undefined : DEFINITIONS[$ref.replace('#/$defs/', '')];
  const resolved = { ...target, ...own };
  const { oneOf, ...rest } = resolved;
  return oneOf ? oneOf.flatMap((option) => resolveSchema({ ...rest, ...option })) : [resolved];
}

function fieldOptions({ path, siblings, lead }: Place, hasColon: boolean): Completion[] {
  const others = siblings.filter((name) => name !== PLACEHOLDER);
  return findSchemas(path).flatMap(({ properties = {}, required = [], maxProperties = Infinity }) =>
    Object.entries(properties)
      .filter(([name]) => others.length < maxProperties && !others.includes(name))
      .map(([name, property], index) => {
        const [resolved = {}] = resolveSchema(property);
        return {
          label: name,
          apply: insertField(hasColon ? name : fieldText(name, resolved), lead),
          type: 'property',
          detail: required.includes(name) ? 'required' : '',
          info: resolved.description ?? '',
          // In the order of the schema, the required ones first.
          boost: (required.includes(name) ? MAX_BOOST : 0) - (name.startsWith('$') ? MAX_BOOST : index),
        };
      }),
  );
}

/** The field with its required fields, such as `generate: { for: | }`. The cursor goes to the first `|`. */
function fieldText(name: string, node: SchemaNode): string {
  if (isOfType(node, 'array')) return `${name}:\n  - |`;
  if (!isOfType(node, 'object')) return `${name}: |`;
  if (isOfType(node, 'null')) return `${name}:|`;
  const [first, ...others] = node.required ?? [];
  if (first === undefined) return `${name}:\n  |`;
  return `${name}: { ${[`${first}: |`, ...others.map((field) => `${field}: `)].join(', ')} }`;
}

/**
 * Further lines get the indentation of the first one. An entry of a list is indented by its dash, too.
 * @param lead replaces what the line has before the field
 */
const insertField =
  (text: string, lead: string | undefined) =>
  (view: EditorView, _completion: Completion, from: number, to: number): void => {
    const line = view.state.doc.lineAt(from);
    const start = lead === undefined ? from : line.from;
    const indentation = /^[\s-]*/.exec(lead ?? line.text)?.[0].replaceAll('-', ' ') ?? '';
    const indented = (lead ?? '') + text.replaceAll('\n', `\n${indentation}`);
    const insert = indented.replace('|', '');
    const cursor = indented.indexOf('|');
    view.dispatch({
      // A text with line breaks of `\n` would be one line in a file that has others.
      changes: { from: start, to, insert: Text.of(insert.split('\n')) },
      selection: { anchor: start + (cursor < 0 ? insert.length : cursor) },
      userEvent: 'input.complete',
    });
  };

function valueOptions({ path, lead }: Place): Completion[] {
  return findSchemas(path).flatMap((node) => {
    const values =
      node.enum ?? ('const' in node ? [node.const] : isOfType(node, 'boolean') ? [true, false] : []);
    return values.map((value) => ({
      label: String(value),
      ...(lead !== undefined && { apply: insertField(String(value), lead) }),
      type: 'enum',
      info: node.description ?? '',
    }));
  });
}

function isOfType({ type, properties, items }: SchemaNode, name: string): boolean {
  if (type === undefined)
    return name === 'object' ? properties !== undefined : name === 'array' && items !== undefined;
  return typeof type === 'string' ? type === name : type.includes(name);
}

/** What is known about the field at a position. */
export function describeField(state: EditorState, pos: number): FieldDescription | undefined {
  const node = syntaxTree(state).resolveInner(pos, 1);
  const pair = findParent(node, ['Pair']);
  const key = pair?.getChild('Key');
  if (!pair || !key || pos < key.from || pos > key.to) return undefined;
  const read = (one: SyntaxNode): string => state.sliceDoc(one.from, one.to);
  const path = pathOf(pair, read);
  const schemas = findSchemas(path);
  const [first] = schemas;
  if (!first) return undefined;
  const values = schemas.flatMap((one) => one.enum ?? ('const' in one ? [one.const] : []));
  const required = findSchemas(path.slice(0, -1)).some((map) => map.required?.includes(path.at(-1) ?? ''));
  return {
    from: key.from,
    to: key.to,
    name: path.at(-1) ?? '',
    note: [describeType(schemas), required ? 'required' : ''].filter(Boolean).join(', '),
    text: [...new Set(schemas.map(({ description }) => description))].filter(Boolean).join(' '),
    values: values.map(String),
  };
}

export interface FieldDescription {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** Its type, and whether it is required. */
  readonly note: string;
  readonly text: string;
  readonly values: readonly string[];
}

function describeType(schemas: readonly SchemaNode[]): string {
  const types = schemas.flatMap(({ type = 'any value' }) => type);
  return [...new Set(types)].filter((type) => type !== 'null').join(' or ');
}

export const fieldHover: Extension = hoverTooltip((view, pos): Tooltip | null => {
  const field = describeField(view.state, pos);
  if (!field) return null;
  return { pos: field.from, end: field.to, above: true, create: () => ({ dom: renderField(field) }) };
});

function renderField({ name, note, text, values }: FieldDescription): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-field-help';
  const title = document.createElement('p');
  const strong = document.createElement('strong');
  strong.textContent = name;
  title.append(strong, ` ${note}`);
  box.append(title);
  for (const line of [text, values.length > 0 ? `Values: ${values.join(', ')}.` : '']) {
    if (line === '') continue;
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    box.append(paragraph);
  }
  return box;
}
