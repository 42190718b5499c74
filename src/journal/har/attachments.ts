/** The content of a file that an entry names in `_file`; `undefined` if there is no such file. */
export type Attachments = (name: string) => Uint8Array | undefined;
