/**
 * Finds the likely template ids in a list of templates of any shape, likeliest first. Sections 2.3 and 4.1 do not show the
 * shape, so this is a ranking. Only the service can say which one is right: see `Starter`.
 */
import { isObject, type JsonObject } from '../../base/json.js';

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

/** Candidates at the same place with the same field name: one kind. */
interface Kind {
  readonly score: number;
  readonly ids: string[];
}

/** Candidates for a template_id: the first of each kind in the order of their ranks, then the others of the first kind. */
export function templateCandidates(list: unknown): readonly string[] {
  const kinds = new Map<string, Kind>();
  visit(list, { place: '', score: 0, depth: 0 }, { kinds, nodes: 0 });
  const ranked = [...kinds.values()].toSorted((one, two) => two.score - one.score);
  const [best, ...others] = ranked.map(({ ids }) => ids);
  const [first, second, ...rest] = best ?? [];
  const [other, ...firstOthers] = others.flatMap(([id]) => id ?? []);
  const ordered = [first, other, second, ...firstOthers, ...rest, ...others.flatMap((ids) => ids.slice(1))];
  return [...new Set(ordered.filter((id) => id !== undefined))];
}

interface Position {
  /** The names on the way here. Positions in arrays and keys of maps do not count. */
  readonly place: string;
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
    else if (Array.isArray(item)) visit(item, { ...position, depth }, search);
    // Identifiers themselves, in place of templates.
    else add(search, `${position.place}[]`, position.score + 15, item);
  }
}

function visitObject(value: JsonObject, position: Position, search: Search, isItem = false): void {
  const { place, score, depth } = position;
  const names = Object.keys(value);
  const inner = names.filter((name) => typeof value[name] === 'object' && value[name] !== null);
  const holdsList = inner.some((name) => isList(value[name]) && !NAMES_OTHER.test(name));
  if (isItem || (depth > 0 && !holdsList)) {
    // A category or a workspace has an id, too, but holds the templates.
    const penalty = holdsList && !NAMES_TEMPLATES.test(place) ? 30 : 0;
    for (const name of names) addField(search, place, score - penalty, name, value[name]);
  }
  const isMap = !isItem && looksLikeMap(value);
  if (isMap) for (const name of names) add(search, `${place}{}`, score + mapScore(name), name);
  for (const name of inner) {
    const next = { place: isMap ? `${place}{}` : `${place}.${name}`, depth: depth + 1 };
    visit(
      value[name],
      { ...next, score: score + nameScore(name, place) - (isItem ? partPenalty(place) : 0) },
      search,
    );
  }
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => isObject(item) || typeof item === 'string');

/** Whether the names of an object may be ids: all values are objects or all are strings, and no name is a usual field. */
function looksLikeMap(value: JsonObject): boolean {
  const names = Object.keys(value);
  const values = Object.values(value);
  if (names.length === 0 || names.some((name) => NAMES_OTHER.test(name) || NAMES_A_LIST.test(name)))
    return false;
  if (names.some((name) => ID_NAMES.includes(name.toLowerCase()) || /^(?:templates|title)$/i.test(name)))
    return false;
  return values.every(isObject) || values.every((item) => typeof item === 'string');
}

/** A key of a map is likelier an id if it has a digit or a separator. */
const mapScore = (name: string): number => (/[\d_-]/.test(name) ? 28 : 18);

function nameScore(name: string, place: string): number {
  if (NAMES_TEMPLATES.test(name)) return NAMES_TEMPLATES.test(place) ? 0 : 40;
  if (NAMES_OTHER.test(name)) return -40;
  return NAMES_A_LIST.test(name) ? 15 : 0;
}

/** What an item holds is a template if the item is a category, and a part if the item is a template. */
const partPenalty = (place: string): number => (NAMES_TEMPLATES.test(place) ? 30 : 5);

function addField(search: Search, place: string, score: number, name: string, value: unknown): void {
  const rank = ID_NAMES.indexOf(name.toLowerCase());
  const kind = `${place}.${name}`;
  if (rank >= 0) add(search, kind, score + 30 - rank, value);
  else if (/[_-]?id$/i.test(name)) add(search, kind, score + (/template|layout/i.test(name) ? 29 : 5), value);
  else if (typeof value === 'string' && /^[\w.:-]{1,80}$/.test(value)) add(search, kind, score - 10, value);
}

function add(search: Search, kind: string, score: number, value: unknown): void {
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id !== 'string' || id === '' || id.length > MAX_LENGTH || /^https?:\/\//i.test(id)) return;
  const found = search.kinds.get(kind) ?? { score, ids: [] };
  search.kinds.set(kind, found);
  if (found.ids.length < MAX_OF_A_KIND) found.ids.push(id);
}
