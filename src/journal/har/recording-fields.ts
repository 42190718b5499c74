/**
 * Custom `log` fields that mark the start and the end of a recording. A file without the second one is incomplete: the recorder was
 * killed, the disk was full, or the file reached its maximum size.
 */
export const RECORDING_FIELD = '_recording';
export const END_FIELD = '_end';
