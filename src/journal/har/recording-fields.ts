/**
 * Custom `log` fields that mark the start and the proper end of a recording. The first one precedes the entries. The second one follows
 * them when the recording ends, so a file that has only the first one is not whole: it was killed, the disk was full, or it had 256 MB.
 */
export const RECORDING_FIELD = '_recording';
export const END_FIELD = '_end';
