/** The part of pngjs without streams. Its types describe the whole package, whose streams cannot be bundled into an ES module. */
declare module 'pngjs/lib/png-sync.js' {
  interface Pixels {
    readonly width: number;
    readonly height: number;
    /** Four bytes for each pixel. */
    readonly data: Buffer;
  }
  export function read(bytes: Buffer): Pixels;
  export function write(pixels: Pixels): Buffer;
}
