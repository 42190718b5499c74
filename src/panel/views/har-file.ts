/** The fields of the exported archive that the panel reads. */
export interface HarFile {
  readonly log: { readonly entries: readonly { readonly _deckhand: { readonly sequence: number } }[] };
}
