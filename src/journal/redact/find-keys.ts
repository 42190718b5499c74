/**
 * Finds known keys in a text, in any letter case and encoding: plain, percent-encoded, with the escapes of JSON (also of JSON
 * in a string of JSON), and in base64. It reads a text once, for one key or for hundreds.
 */

/** The number of characters at the start of each spelling that a text is searched for. */
const START = 4;

/** A shorter part of a text in base64 would match unrelated text. */
const MIN_BASE64 = 8;

/** An escaped character, encoded once or several times. */
const ESCAPE = /%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["\\/])/gi;

/** Deleted keys leave their bits in the filter. Above this number, it is made again. */
const MOST_DELETED = 100;

interface Found {
  readonly from: number;
  readonly to: number;
  readonly mark: string;
}

/** A text without escapes, and the position of each of its characters in the escaped one. */
interface Unescaped {
  readonly text: string;
  readonly positions: readonly number[];
}

export class KeyFinder {
  /** The marks by spelling, by length of the spelling, by its start. All spellings are in lower case. */
  readonly #starts = new Map<string, Map<number, Map<string, string>>>();
  /** One bit for the hash of each start: most texts contain none of them. */
  readonly #filter = new Uint8Array(65_536);
  #deleted = 0;

  add(key: string, mark: string): void {
    for (const spelling of spellingsOf(key)) {
      const start = spelling.slice(0, START);
      const lengths = getOr(this.#starts, start, () => new Map<number, Map<string, string>>());
      const marks = getOr(lengths, spelling.length, () => new Map<string, string>());
      if (!marks.has(spelling)) marks.set(spelling, mark);
      this.#filter[hashAt(spelling, 0)] = 1;
    }
  }

  delete(key: string): void {
    for (const spelling of spellingsOf(key)) {
      const start = spelling.slice(0, START);
      const lengths = this.#starts.get(start);
      const marks = lengths?.get(spelling.length);
      marks?.delete(spelling);
      if (marks?.size === 0) lengths?.delete(spelling.length);
      if (lengths?.size === 0) this.#starts.delete(start);
    }
    this.#deleted += 1;
    if (this.#deleted < MOST_DELETED) return;
    this.#deleted = 0;
    this.#filter.fill(0);
    for (const start of this.#starts.keys()) this.#filter[hashAt(start, 0)] = 1;
  }

  /** The text with the mark of each key instead of the key; the same text if it has none. */
  replace(text: string): string {
    if (this.#starts.size === 0 || text.length < START) return text;
    const found = this.#find(text);
    if (/[%\\]/.test(text)) {
      const { text: plain, positions } = unescaped(text);
      for (const { from, to, mark } of this.#find(plain))
        found.push({ from: positions[from] ?? 0, to: positions[to] ?? text.length, mark });
      found.sort((one, two) => one.from - two.from || two.to - one.to);
    }
    if (found.length === 0) return text;
    let clean = '';
    let end = 0;
    for (const { from, to, mark } of found) {
      if (from >= end) clean += text.slice(end, from) + mark;
      end = Math.max(end, to);
    }
    return clean + text.slice(end);
  }

  #find(text: string): Found[] {
    const found: Found[] = [];
    let hash = 0;
    let end = 0;
    let lower: string | undefined;
    for (let last = 0; last < text.length; last += 1) {
      hash = rolled(hash, text.charCodeAt(last));
      const from = last - START + 1;
      if (from < end || this.#filter[hash] === 0) continue;
      lower ??= lowerCase(text);
      const one = this.#longestAt(lower, from);
      if (!one) continue;
      found.push(one);
      end = one.to;
    }
    return found;
  }

  #longestAt(text: string, from: number): Found | undefined {
    let longest: Found | undefined;
    for (const [length, marks] of this.#starts.get(text.slice(from, from + START)) ?? []) {
      const to = from + length;
      if (to > text.length || (longest && to < longest.to)) continue;
      const mark = marks.get(text.slice(from, to));
      if (mark !== undefined) longest = { from, to, mark };
    }
    return longest;
  }
}

/** The hash of the last four characters, in lower case: older ones are shifted out of its 16 bits. */
const rolled = (hash: number, code: number): number =>
  ((hash << 4) ^ (code >= 65 && code <= 90 ? code + 32 : code)) & 0xffff;

function hashAt(text: string, from: number): number {
  let hash = 0;
  for (let at = from; at < from + START; at += 1) hash = rolled(hash, text.charCodeAt(at));
  return hash;
}

/** Only the letters of ASCII: other letters can change the length of a text. */
const lowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

function unescaped(text: string): Unescaped {
  const positions: number[] = [];
  let plain = '';
  let end = 0;
  const copy = (to: number): void => {
    for (let at = end; at < to; at += 1) positions.push(at);
    plain += text.slice(end, to);
  };
  for (const match of text.matchAll(ESCAPE)) {
    const [all, byte, unit, character] = match;
    copy(match.index);
    positions.push(match.index);
    plain += character ?? String.fromCharCode(Number.parseInt(byte ?? unit ?? '0', 16));
    end = match.index + all.length;
  }
  copy(text.length);
  return { text: plain, positions };
}

function spellingsOf(key: string): readonly string[] {
  const bytes = new TextEncoder().encode(key);
  const utf8 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const all = [key, unescaped(key).text, utf8, ...inBase64(bytes)];
  return [...new Set(all.map(lowerCase))].filter(({ length }) => length >= START);
}

/**
 * The characters that every text in base64 with this key contains, such as the credentials `user:key` of Basic. They depend
 * on the position of the key in groups of three bytes.
 */
function inBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // The first and the last characters also depend on the bytes beside the key.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const certain = text.slice(from, to);
    const inUrl = certain.replaceAll('+', '-').replaceAll('/', '_');
    return certain.length < MIN_BASE64 ? [] : [certain, inUrl];
  });
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
