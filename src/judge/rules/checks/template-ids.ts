/**
 * Finds template ids in a list of unspecified shape, most likely first. Sections 2.3 and 4.1 do not show the
 * shape, so this is a ranking. Only the service can say which one is right: see `Starter`. The explorer and a rule share it.
 */
import { isObject, type JsonObject } from '../../../base/json.js';

/** Names of the identifier, likeliest first. */
const ID_NAMES = [
  'template_id',
  'templateid',
  'id',
  '_id',
  'uuid',
  'guid',
  'uid',
  'identifier',
  'slug',
  'ref',
  'key',
  'handle',
  'code',
  'template',
  'name',
];
const NAMES_TEMPLATES = /template|layout|theme|design/i;
const NAMES_A_LIST = /^(?:data|items?|results?|list|records|entries|rows|content|edges|nodes?|values|all)$/i;
/** Names of arrays and objects beside the list. */
const NAMES_OTHER =
  /^_|link|debug|error|warning|meta|pag(?:e|ing|ination)|cursor|total|count|log|trace|filter|facet|tag|permission|included?$|categor(?:y|ies)$|workspaces?$|owner|author|user|preview|thumbnail|image|version|request/i;

const MAX_DEPTH = 7;
const MAX_NODES = 3000;
/** Candidates of one kind that are returned. */
const MAX_OF_A_KIND = 25;
const MAX_LENGTH = 256;
/** A key of a map may be an id. */
const MAP_SCORE = 20;

/** Candidates at the same path with the same field name: one kind. */
interface Kind {
  readonly score: number;
  readonly ids: string[];
}

/** Candidates for a template_id: the first of each kind in the order of their ranks, then the others of the first kind. */
export function findTemplateIds(list: unknown): readonly string[] {
  const [best, ...others] = findTemplateIdGroups(list);
  const [first, second, ...rest] = best ?? [];
  const [other, ...firstOthers] = others.flatMap(([id]) => id ?? []);
  const ordered = [first, other, second, ...firstOthers, ...rest, ...others.flatMap((ids) => ids.slice(1))];
  return [...new Set(ordered.filter((id) => id !== undefined))];
}

/** The candidates of each kind, likeliest first. Those of one kind are the same field of several templates. */
export function findTemplateIdGroups(list: unknown): readonly (readonly string[])[] {
  const kinds = new Map<string, Kind>();
  visit(list, { path: '', score: 0, depth: 0 }, { kinds, nodes: 0 });
  return [...kinds.values()].toSorted((one, two) => two.score - one.score).map(({ ids }) => ids);
}

interface Position {
  /** The names on the way here. Positions in arrays and keys of maps do not count. */
  readonly path: string;
  readonly score: number;
  readonly depth: number;
}

interface Search {
  readonly kinds: Map<string, Kind>;
  nodes: number;
}

function visit(value: unknown, position: Position, search: Search): void {
  if (position.depth > MAX_DEPTH || search.nodes++ > MAX_NODES) return;
  if (Array.isArray(value)) visitArray(value, position, search);
  else if (isObject(value)) visitObject(value, position, search);
}

function visitArray(list: readonly unknown[], position: Position, search: Search): void {
  const depth = position.depth + 1;
  for (const item of list) {
    if (isObject(item)) visitObject(item, { ...position, depth, score: position.score + 20 }, search, true);
    // Identifiers themselves, in place of templates.
    else add(search, `${position.path}[]`, position.score + 15, item);
  }
}

function visitObject(value: JsonObject, position: Position, search: Search, isItem = false): void {
  const { path, score, depth } = position;
  const isMap = !isItem && looksLikeMap(value);
  for (const [name, inner] of Object.entries(value)) {
    if (depth > 0) addField(search, path, score, name, inner);
    if (isMap) add(search, `${path}{}`, score + MAP_SCORE, name);
    visit(
      inner,
      {
        path: isMap ? `${path}{}` : `${path}.${name}`,
        score: score + nameScore(name, path) - (isItem ? partPenalty(path) : 0),
        depth: depth + 1,
      },
      search,
    );
  }
}

/** Whether the names of an object may be ids: all values are objects or all are strings, and no name is a usual field. */
function looksLikeMap(value: JsonObject): boolean {
  const values = Object.values(value);
  return (
    Object.keys(value).every((name) => !isUsual(name)) &&
    (values.every(isObject) || values.every((item) => typeof item === 'string'))
  );
}

const isUsual = (name: string): boolean =>
  ID_NAMES.includes(name.toLowerCase()) || NAMES_OTHER.test(name) || NAMES_A_LIST.test(name);

function nameScore(name: string, path: string): number {
  if (NAMES_TEMPLATES.test(name)) return NAMES_TEMPLATES.test(path) ? 0 : 40;
  return NAMES_OTHER.test(name) ? -40 : 0;
}

/** What an item holds is a template if the item is a category, and a part if the item is a template. */
const partPenalty = (path: string): number => (NAMES_TEMPLATES.test(path) ? 30 : 5);

function addField(search: Search, path: string, score: number, name: string, value: unknown): void {
  const rank = ID_NAMES.indexOf(name.toLowerCase());
  const kind = `${path}.${name}`;
  if (rank >= 0) add(search, kind, score + 30 - rank, value);
  else if (/[_-]?id$/i.test(name)) add(search, kind, score + 5, value);
  else if (/^[\w.:-]{1,80}$/.test(String(value))) add(search, kind, score - 10, value);
}

function add(search: Search, kind: string, score: number, value: unknown): void {
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id !== 'string' || id === '' || id.length > MAX_LENGTH) return;
  const found = search.kinds.get(kind) ?? { score, ids: [] };
  search.kinds.set(kind, found);
  if (found.ids.length < MAX_OF_A_KIND) found.ids.push(id);
}
