/**
 * Finds template ids in a list of unspecified shape, most likely first. Shared with verify, which tries them in this order.
 * Sections 2.3 and 4.1.
 */
import { isObject, type JsonObject } from '../../../base/json.js';

/** Names of id fields, most likely first. */
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

const TEMPLATE_NAME = /template|layout|theme|design/i;

const LIST_NAME = /^(?:data|items?|results?|list|records|entries|rows|content|edges|nodes?|values|all)$/i;

/** Names of other arrays and objects next to the list. */
const OTHER_NAME =
  /^_|link|debug|error|warning|meta|pag(?:e|ing|ination)|cursor|total|count|log|trace|filter|facet|tag|permission|included?$|categor(?:y|ies)$|workspaces?$|owner|author|user|preview|thumbnail|image|version|request/i;

const MAX_DEPTH = 7;

const MAX_NODES = 3000;

/** Candidates that are returned for one field. */
export const MAX_PER_FIELD = 25;

const MAX_ID_LENGTH = 256;

/** A key of a map may be an id. */
const MAP_SCORE = 20;

/** Candidates with the same path and field name. */
interface CandidateField {
  readonly score: number;
  readonly ids: string[];
}

interface Position {
  /** Field names joined by dots, without array indexes and map keys. */
  readonly path: string;
  readonly score: number;
  readonly depth: number;
}

interface Search {
  readonly fields: Map<string, CandidateField>;
  nodes: number;
}

/** Candidates for a template_id, alternating between the most likely fields. */
export function findTemplateIds(list: unknown): readonly string[] {
  const [best, ...others] = findTemplateIdGroups(list);
  const [first, second, ...rest] = best ?? [];
  const [other, ...firstOthers] = others.flatMap(([id]) => id ?? []);
  const ordered = [first, other, second, ...firstOthers, ...rest, ...others.flatMap((ids) => ids.slice(1))];
  return [...new Set(ordered.filter((id) => id !== undefined))];
}

/** The candidates by field, most likely first. */
export function findTemplateIdGroups(list: unknown): readonly (readonly string[])[] {
  const fields = new Map<string, CandidateField>();
  visit(list, { path: '', score: 0, depth: 0 }, { fields, nodes: 0 });
  return [...fields.values()].toSorted((one, two) => two.score - one.score).map(({ ids }) => ids);
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
    // A list of ids instead of templates.
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
        score: score + getNameScore(name, path) - (isItem ? getPartPenalty(path) : 0),
        depth: depth + 1,
      },
      search,
    );
  }
}

/** Whether the keys of an object may be ids: all values are objects or all are strings, and no key is a common field name. */
function looksLikeMap(value: JsonObject): boolean {
  const values = Object.values(value);
  return (
    Object.keys(value).every((name) => !isCommonField(name)) &&
    (values.every(isObject) || values.every((item) => typeof item === 'string'))
  );
}

const isCommonField = (name: string): boolean =>
  ID_NAMES.includes(name.toLowerCase()) || OTHER_NAME.test(name) || LIST_NAME.test(name);

function getNameScore(name: string, path: string): number {
  if (TEMPLATE_NAME.test(name)) return TEMPLATE_NAME.test(path) ? 0 : 40;
  return OTHER_NAME.test(name) ? -40 : 0;
}

/** The children of an item are templates if the item is a category, and parts if it is a template. */
const getPartPenalty = (path: string): number => (TEMPLATE_NAME.test(path) ? 30 : 5);

function addField(search: Search, path: string, score: number, name: string, value: unknown): void {
  const rank = ID_NAMES.indexOf(name.toLowerCase());
  const field = `${path}.${name}`;
  if (rank >= 0) add(search, field, score + 30 - rank, value);
  else if (/[_-]?id$/i.test(name)) add(search, field, score + 5, value);
  else if (/^[\w.:-]{1,80}$/.test(String(value))) add(search, field, score - 10, value);
}

function add(search: Search, field: string, score: number, value: unknown): void {
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH) return;
  const candidates = search.fields.get(field) ?? { score, ids: [] };
  search.fields.set(field, candidates);
  if (candidates.ids.length < MAX_PER_FIELD) candidates.ids.push(id);
}
