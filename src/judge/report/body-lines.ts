/** Splits a body into lines: JSON has one for each field and item, with unchanged tokens, also if it is truncated. */

export interface BodyLine {
  readonly text: string;
  /** The names and indexes of the field or item that starts in this line. Empty outside of JSON. */
  readonly path: readonly string[];
}

interface Container {
  readonly path: readonly string[];
  /** Of an array: the index of the current item. */
  index?: number;
}

const JSON_TOKEN = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g;

const MAX_INDENT = 20;
/** What is nested deeper is left out: a hostile body may nest a million arrays. */
const MAX_DEPTH = 100;

export function splitBody(text: string): readonly BodyLine[] {
  if (!/^\s*[[{]/.test(text)) return text.split(/\r?\n/).map((line) => ({ text: line, path: [] }));
  const splitter = new JsonSplitter();
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (splitter.depth > MAX_DEPTH) {
      splitter.add('…');
      break;
    }
    splitter.add(token);
  }
  return splitter.lines;
}

class JsonSplitter {
  readonly lines: { text: string; path: readonly string[] }[] = [{ text: '', path: [] }];
  readonly #containers: Container[] = [];
  /** Whether the next string of an object is a name. */
  #isName = false;

  get depth(): number {
    return this.#containers.length;
  }

  add(token: string): void {
    if (token === '}' || token === ']') this.#close(token);
    else if (token === '{' || token === '[') this.#open(token);
    else if (token === ',') this.#next();
    else if (token === ':') this.#append(': ');
    else this.#addValue(token);
  }

  #open(token: '{' | '['): void {
    this.#append(token);
    const path = this.#lastLine().path;
    this.#containers.push(token === '[' ? { path, index: 0 } : { path });
    this.#startItem();
  }

  #next(): void {
    this.#append(',');
    const container = this.#containers.at(-1);
    if (container?.index !== undefined) container.index++;
    this.#startItem();
  }

  #close(token: string): void {
    const path = this.#containers.pop()?.path ?? [];
    if (this.#lastLine().text.trim() === '') this.lines.pop();
    else this.#startLine(path);
    this.#append(token);
  }

  #addValue(token: string): void {
    this.#append(token);
    if (!this.#isName) return;
    this.#isName = false;
    this.#lastLine().path = [...(this.#containers.at(-1)?.path ?? []), parseName(token)];
  }

  #startItem(): void {
    const { path = [], index } = this.#containers.at(-1) ?? {};
    this.#isName = index === undefined;
    this.#startLine(index === undefined ? path : [...path, String(index)]);
  }

  #startLine(path: readonly string[]): void {
    this.lines.push({ text: '  '.repeat(Math.min(this.#containers.length, MAX_INDENT)), path });
  }

  #append(text: string): void {
    this.#lastLine().text += text;
  }

  #lastLine(): { text: string; path: readonly string[] } {
    return this.lines.at(-1) ?? { text: '', path: [] };
  }
}

/** The name of a field. A truncated one stays as it is. */
function parseName(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
