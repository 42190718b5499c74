/** The parts of an OpenAPI Overlay 1.1 document that Deckhand reads and writes. */

export interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly extends?: string;
  readonly actions: readonly Action[];
}

/** Removes the target nodes, or merges a value or a copy of another node into them. */
export interface Action {
  /** A JSONPath (RFC 9535). */
  readonly target: string;
  readonly description?: string;
  readonly remove?: boolean;
  readonly update?: unknown;
  readonly copy?: string;
}

/** The file name of the OpenAPI document that overlays extend. */
export const overlaidDocument = 'presentation-generation.v1.yaml';
