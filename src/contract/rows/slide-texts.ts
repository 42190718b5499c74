/** Reads the texts of one slide with their paths. The shape of an entry of `sections` is not shown. Section 2.1. */
import { isObject } from '../../base/json.js';
import { comparable, holdsData, isSlideText, kindOfField, type FieldKind } from './text-fields.js';

export interface SlideText {
  /** The text as it was sent. */
  readonly text: string;
  readonly comparable: string;
  readonly kind: FieldKind;
  /** Whether the text is an item of an array, directly or further up. */
  readonly isItem: boolean;
}

/** The texts by path, such as `.heading` or `.bullets[2]`. */
export function slideTexts(slide: unknown): ReadonlyMap<string, SlideText> {
  const found = new Map<string, SlideText>();
  collect(slide, '', undefined, false, found);
  return found;
}

function collect(
  value: unknown,
  path: string,
  name: string | undefined,
  isItem: boolean,
  found: Map<string, SlideText>,
): void {
  if (typeof value === 'string') {
    const kind = kindOfField(name);
    if (isSlideText(value, kind))
      found.set(path, { text: value, comparable: comparable(value), kind, isItem });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, name, true, found);
  } else if (isObject(value)) {
    for (const [field, inner] of Object.entries(value))
      if (!holdsData(field)) collect(inner, `${path}.${field}`, field, isItem, found);
  }
}
