/** An OpenAPI Overlay 1.1 document, as far as Deckhand writes and reads one. */

export interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly extends?: string;
  readonly actions: readonly Action[];
}

/** One change: its nodes are removed, or else merged with a value, or with a copy of another node. */
export interface Action {
  /** RFC 9535. */
  readonly target: string;
  readonly description?: string;
  readonly remove?: boolean;
  readonly update?: unknown;
  readonly copy?: string;
}

/** The file name of the document that overlays are for. */
export const overlaidDocument = 'presentation-generation.v1.yaml';

/** JSON as a document holds it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
