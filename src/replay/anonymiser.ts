/**
 * Puts readable placeholders in the place of texts: the same text gets the same one, another text another one, in the
 * order in which they turn up. So a story keeps its turns and gives nothing away.
 */
export type TextKind = 'Question' | 'Error' | 'Step' | 'Title' | 'Section' | 'Point' | 'Text';

export class Anonymiser {
  readonly #keeps: boolean;
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<TextKind, number>();

  /** @param keeps whether texts stay as they are */
  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  get keeps(): boolean {
    return this.#keeps;
  }

  text(kind: TextKind, text: string): string {
    if (this.#keeps || text === '') return text;
    const name = `${kind} ${text}`;
    const before = this.#given.get(name);
    if (before !== undefined) return before;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const given = `${kind} ${count}`;
    this.#given.set(name, given);
    return given;
  }

  /** A step's text, which goes on counting slides where it did. */
  stepText(text: string): string {
    if (this.#keeps) return text;
    const placeholders = [...new Set(text.match(/\{(?:slide|slides|done)\}/g) ?? [])];
    const given = this.text('Step', text);
    return placeholders.length === 0 ? given : `${given}: ${placeholders.join(' of ')}`;
  }
}
