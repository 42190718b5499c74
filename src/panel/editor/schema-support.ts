/**
 * Completion and hover from the JSON Schema of scenarios, over the syntax tree of YAML. A placeholder at the cursor makes the tree
 * complete: its parents are then the fields around the cursor.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { yamlLanguage } from '@codemirror/lang-yaml';
import { syntaxTree } from '@codemirror/language';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import type { EditorState, Extension, Text } from '@codemirror/state';
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
}

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The path of a value: the names of fields, and `*` for an entry of a list. */
type Path = readonly string[];

const ROOT = schema as SchemaNode;
const DEFINITIONS = schema.$defs as Readonly<Record<string, SchemaNode>>;

/** Of CodeMirror. */
const MAX_BOOST = 99;

const PLACEHOLDER = '__';
const WORD = /[\w$%.-]*$/;
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
  if (TEXT_NODES.includes(syntaxTree(state).resolveInner(from, -1).name) && /\S/.test(before)) return null;
  if (word === '' && !explicit && !/[-{,:[]\s*$/.test(before)) return null;
  const isValue = IN_VALUE.test(before);
  const { path, siblings } = locate(state.doc, from, pos, isValue);
  const schemas = findSchemas(path);
  const options = isValue
    ? valueOptions(schemas)
    : [...fieldOptions(schemas, siblings), ...valueOptions(schemas)];
  return options.length === 0 ? null : { from, options, validFor: /^[\w$%.-]*$/ };
};

/** The path of the map or value at the cursor, and the fields that the map has already. */
function locate(
  doc: Text,
  from: number,
  to: number,
  isValue: boolean,
): { readonly path: Path; readonly siblings: readonly string[] } {
  const inserted = PLACEHOLDER + (isValue ? '' : ':');
  const text = doc.sliceString(0, from) + inserted + doc.sliceString(to);
  const node = yamlLanguage.parser.parse(text).resolveInner(from + 1);
  const read = (one: SyntaxNode): string => text.slice(one.from, one.to);
  const map = isValue ? null : findParent(node, ['Pair'])?.parent;
  const siblings = map?.getChildren('Pair').map((pair) => keyOf(pair, read)) ?? [];
  return { path: pathOf(isValue ? node : (map ?? node), read), siblings };
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

function fieldOptions(schemas: readonly SchemaNode[], siblings: readonly string[]): Completion[] {
  return schemas.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties)
      .filter(([name]) => !siblings.includes(name))
      .map(([name, property], index) => {
        const [resolved = {}] = resolveSchema(property);
        return {
          label: name,
          apply: insertField(fieldText(name, resolved)),
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

/** Further lines get the indentation of the first one. An entry of a list is indented by its dash, too. */
const insertField =
  (text: string) =>
  (view: EditorView, _completion: Completion, from: number, to: number): void => {
    const line = view.state.doc.lineAt(from);
    const indentation = /^[\s-]*/.exec(line.text)?.[0].replaceAll('-', ' ') ?? '';
    const indented = text.replaceAll('\n', `\n${indentation}`);
    const insert = indented.replace('|', '');
    const cursor = indented.indexOf('|');
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + (cursor < 0 ? insert.length : cursor) },
      userEvent: 'input.complete',
    });
  };

function valueOptions(schemas: readonly SchemaNode[]): Completion[] {
  return schemas.flatMap((node) => {
    const values =
      node.enum ?? ('const' in node ? [node.const] : isOfType(node, 'boolean') ? [true, false] : []);
    return values.map((value) => ({ label: String(value), type: 'enum', info: node.description ?? '' }));
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
