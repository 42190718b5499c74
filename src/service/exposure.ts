/**
 * What a server does differently for requests of other machines. Servers provide it. A stand-in in process has none: only
 * its own process can send requests.
 */
export interface Exposure {
  /** Why such a request cannot use this key; undefined if it can. */
  refusesKey(key: string): string | undefined;
  /** The name in a new id; undefined to draw it from the seed. */
  newName(): string | undefined;
  /** The address of a deck for somebody who controls the stand-in. */
  signDeck(url: string): string;
  /** Whether the address of a deck has a valid signature. @param url with or without an origin */
  isSigned(url: string): boolean;
}
