/** Finds many secrets in a text at once, and replaces them by their marks. */

interface Form {
  /** The secret as it occurs in texts: plain, percent-encoded, or escaped in JSON. */
  readonly text: string;
  readonly mark: string;
  /** Dropped when there are too many. */
  readonly isTemporary: boolean;
  /** The version in which it was added. */
  readonly version: number;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** The forms by their first characters, for one scan over a text. */
interface PrefixIndex {
  readonly since: number;
  readonly byPrefix: ReadonlyMap<string, readonly Form[]>;
  /** 1 for each pair of characters, modulo 256, with which a form starts. */
  readonly pairs: Uint8Array;
}

/** The shortest secret that is searched for, in characters: a shorter one would match unrelated text. */
export const MIN_SECRET_LENGTH = 8;

/** With more forms, one scan over the text is faster than a search for each. */
const MAX_SEPARATE_SEARCHES = 24;

/** The maximum number of temporary forms. Above it, the older half is dropped. */
const MAX_TEMPORARY_FORMS = 20_000;

export class SecretSearch {
  #forms: Form[] = [];
  #temporary = 0;
  #version = 0;
  #index: PrefixIndex | undefined;

  /** Increases with each secret. */
  get version(): number {
    return this.#version;
  }

  /** @param key has at least MIN_SECRET_LENGTH characters */
  add(key: string, mark: string, isTemporary = false): void {
    this.#version += 1;
    this.#index = undefined;
    for (const text of formsOf(key)) {
      this.#forms.push({ text, mark, isTemporary, version: this.#version });
      if (isTemporary && ++this.#temporary > MAX_TEMPORARY_FORMS) this.#dropOldest();
    }
  }

  /**
   * @param since only the secrets after this version
   * @param more secrets of another search
   */
  replaceAll(text: string, since = 0, more?: SecretSearch): string {
    const matches = this.#find(text, since);
    if (more) matches.push(...more.#find(text, 0));
    return matches.length === 0 ? text : replaceMatches(text, matches);
  }

  #find(text: string, since: number): Match[] {
    if (text.length < MIN_SECRET_LENGTH || since >= this.#version) return [];
    const from = since === 0 ? 0 : this.#forms.findIndex(({ version }) => version > since);
    if (from === -1) return [];
    return this.#forms.length - from <= MAX_SEPARATE_SEARCHES
      ? searchSeparately(text, this.#forms.slice(from))
      : this.#scan(text, since, from);
  }

  #scan(text: string, since: number, from: number): Match[] {
    if (this.#index?.since !== since) this.#index = createIndex(since, this.#forms.slice(from));
    const { byPrefix, pairs } = this.#index;
    const matches: Match[] = [];
    const end = text.length - MIN_SECRET_LENGTH;
    for (let start = 0; start <= end; start += 1) {
      if (pairs[pairOf(text, start)] === 0) continue;
      for (const { text: form, mark } of byPrefix.get(text.slice(start, start + MIN_SECRET_LENGTH)) ?? [])
        if (text.startsWith(form, start)) matches.push({ start, end: start + form.length, mark });
    }
    return matches;
  }

  #dropOldest(): void {
    let surplus = this.#temporary - MAX_TEMPORARY_FORMS / 2;
    this.#temporary -= surplus;
    this.#forms = this.#forms.filter(({ isTemporary }) => !isTemporary || surplus-- <= 0);
  }
}

function formsOf(key: string): readonly string[] {
  const encoded = encodeURIComponent(key);
  const lowerCase = encoded.replaceAll(/%../g, (code) => code.toLowerCase());
  const escaped = JSON.stringify(key).slice(1, -1);
  return [...new Set([key, encoded, lowerCase, escaped])];
}

function searchSeparately(text: string, forms: readonly Form[]): Match[] {
  const matches: Match[] = [];
  for (const { text: form, mark } of forms)
    for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + form.length))
      matches.push({ start, end: start + form.length, mark });
  return matches;
}

function createIndex(since: number, forms: readonly Form[]): PrefixIndex {
  const byPrefix = new Map<string, Form[]>();
  const pairs = new Uint8Array(65_536);
  for (const form of forms) {
    const prefix = form.text.slice(0, MIN_SECRET_LENGTH);
    const same = byPrefix.get(prefix);
    if (same) same.push(form);
    else byPrefix.set(prefix, [form]);
    pairs[pairOf(form.text, 0)] = 1;
  }
  return { since, byPrefix, pairs };
}

const pairOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/** Matches that overlap are replaced together, by the mark of the longest, so that no part of a secret is left. */
function replaceMatches(text: string, matches: readonly Match[]): string {
  let clean = '';
  let position = 0;
  let current: Match | undefined;
  let end = 0;
  const append = (): void => {
    if (!current) return;
    clean += current.mark;
    position = end;
  };
  for (const match of matches.toSorted((one, other) => one.start - other.start)) {
    if (current && match.start < end) {
      if (match.end - match.start > current.end - current.start) current = match;
      end = Math.max(end, match.end);
      continue;
    }
    append();
    clean += text.slice(position, match.start);
    current = match;
    end = match.end;
  }
  append();
  return clean + text.slice(position);
}
