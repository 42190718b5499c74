/**
 * Replaces texts by readable placeholders such as `Question 1`. The same text always has the same placeholder, so a scenario
 * keeps its structure and reveals nothing.
 */
export type TextKind = 'Question' | 'Error' | 'Step' | 'Title' | 'Section' | 'Point' | 'Text' | 'Id';

const PLACEHOLDER = /^(Question|Error|Step|Title|Section|Point|Text|Id) \d+$/;

/** The kind of a placeholder; undefined for any other text. */
export function placeholderKind(text: string): TextKind | undefined {
  return PLACEHOLDER.exec(text)?.[1] as TextKind | undefined;
}

export class Anonymiser {
  readonly #keeps: boolean;
  /** Whether ids stay, because other parts refer to them. */
  readonly keepsIds: boolean;
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<TextKind, number>();

  /** @param keeps whether texts are kept unchanged */
  constructor(keeps: boolean, keepsIds = keeps) {
    this.#keeps = keeps;
    this.keepsIds = keepsIds;
  }

  get keeps(): boolean {
    return this.#keeps;
  }

  text(kind: TextKind, text: string): string {
    if (this.#keeps || text === '') return text;
    const name = `${kind} ${text}`;
    const known = this.#placeholders.get(name);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const placeholder = `${kind} ${count}`;
    this.#placeholders.set(name, placeholder);
    return placeholder;
  }
}
