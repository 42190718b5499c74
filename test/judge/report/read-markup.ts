/** Reads XML and strict HTML. Throws for markup that is not well-formed. */

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Element | string)[];
}

interface Draft extends Element {
  readonly children: (Element | string)[];
}

const token =
  /<\?xml [^?<>]*\?>|<!doctype html>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/gy;
const entity = /&(?:amp|lt|gt|quot|#39);|(&)/g;
/** Characters that XML 1.0 forbids. */
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** @param open elements without an end tag, as in HTML */
export function readMarkup(text: string, open: readonly string[] = []): Element {
  if (forbidden.test(text)) throw new Error('The markup contains a forbidden character.');
  const root: Draft = { name: '', attributes: new Map(), children: [] };
  const stack = [root];
  for (const [all, slash, name = '', attributes = '', empty, content, stray] of text.matchAll(token)) {
    const top = stack.at(-1) ?? root;
    if (stray !== undefined) throw new Error(`A stray < at ${text.slice(text.indexOf(all), 60)}`);
    if (content !== undefined) top.children.push(decoded(content));
    else if (name === '') continue;
    else if (slash === '/') {
      if (stack.pop()?.name !== name) throw new Error(`${all} closes ${top.name}`);
    } else {
      const element: Draft = { name, attributes: attributesOf(attributes), children: [] };
      top.children.push(element);
      if (empty !== '/' && !open.includes(name)) stack.push(element);
    }
  }
  if (stack.length !== 1) throw new Error(`${stack.at(-1)?.name} is not closed`);
  const [only, ...others] = root.children.filter((child) => typeof child !== 'string');
  if (!only || others.length > 0) throw new Error('The markup must have exactly one root.');
  return only;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, decoded(value)] as const,
  );
  const attributes = new Map(pairs);
  if (attributes.size !== pairs.length) throw new Error('An attribute occurs twice.');
  return attributes;
}

function decoded(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  };
  return text.replace(entity, (found: string, stray?: string) => {
    if (stray !== undefined) throw new Error(`A stray & in ${text}`);
    return characters[found] ?? '';
  });
}

/** The element and all its descendants. */
export function elementsOf(element: Element): readonly Element[] {
  return [
    element,
    ...element.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child))),
  ];
}

export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
