/** Reads the texts of one slide with their places. The shape of an entry of `sections` is not shown. Section 2.1. */
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

/** The texts by place, such as `.heading` or `.bullets[2]`. */
export function slideTexts(slide: unknown): ReadonlyMap<string, SlideText> {
  const found = new Map<string, SlideText>();
  collect(slide, '', undefined, false, found);
  return found;
}

function collect(
  value: unknown,
  place: string,
  name: string | undefined,
  isItem: boolean,
  found: Map<string, SlideText>,
): void {
  if (typeof value === 'string') {
    const kind = kindOfField(name);
    if (isSlideText(value, kind))
      found.set(place, { text: value, comparable: comparable(value), kind, isItem });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${place}[${index}]`, name, true, found);
  } else if (isObject(value)) {
    for (const [field, inner] of Object.entries(value))
      if (!holdsData(field)) collect(inner, `${place}.${field}`, field, isItem, found);
  }
}
