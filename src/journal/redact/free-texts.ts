/** The free texts of a value, by its schema: what people and programs write, in contrast to ids, names, enums and numbers. */
import { isObject } from '../../base/json.js';

/** Where a value has free texts. */
export type FreeText =
  /** In all its strings, but not in those of fields with excluded names. `maxLength` is that of a string, in characters. */
  | { readonly kind: 'text'; readonly maxLength?: number; readonly except?: readonly string[] }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, FreeText>> }
  | { readonly kind: 'array'; readonly items: FreeText }
  /** A value of one of several kinds. */
  | { readonly kind: 'any-of'; readonly options: readonly FreeText[] }
  | { readonly kind: 'schema'; readonly name: string };

/** By the name of a schema. Schemas without free texts are absent. */
export type FreeTextsBySchema = Readonly<Record<string, FreeText>>;

/** A copy of a value with other free texts. A text that becomes too long for its schema is cut. */
export function mapFreeTexts(
  value: unknown,
  schema: string,
  schemas: FreeTextsBySchema,
  map: (text: string) => string,
): unknown {
  const mapBy = (part: unknown, freeText: FreeText): unknown => {
    switch (freeText.kind) {
      case 'text':
        return mapStrings(part, freeText.except ?? [], (text) => {
          const mapped = map(text);
          return mapped === text ? text : mapped.slice(0, freeText.maxLength);
        });
      case 'object':
        if (!isObject(part)) return part;
        return Object.fromEntries(
          Object.entries(part).map(([name, field]) => {
            const inField = Object.hasOwn(freeText.fields, name) ? freeText.fields[name] : undefined;
            return [name, inField ? mapBy(field, inField) : field];
          }),
        );
      case 'array':
        return Array.isArray(part) ? part.map((item) => mapBy(item, freeText.items)) : part;
      case 'any-of':
        return freeText.options.reduce(mapBy, part);
      case 'schema':
        return mapFreeTexts(part, freeText.name, schemas, map);
    }
  };
  const freeText = schemas[schema];
  return freeText ? mapBy(value, freeText) : value;
}

function mapStrings(value: unknown, except: readonly string[], map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, except, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      except.includes(name) && typeof field === 'string' ? field : mapStrings(field, except, map),
    ]),
  );
}
