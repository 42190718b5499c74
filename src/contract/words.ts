/** What a finding expected or got, in words. Everything else that it expected or got is a JSON value. */

export class Words {
  constructor(readonly text: string) {}

  toJSON(): string {
    return this.text;
  }
}

/** For example `any 2xx`. */
export const inWords = (text: string): Words => new Words(text);

export const noSuchField = inWords('no such field');
