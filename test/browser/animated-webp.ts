/**
 * Joins WebP stills to one animated WebP. The format (RIFF) only wraps the stills as they are, so no encoder is needed:
 * https://developers.google.com/speed/webp/docs/riff_container
 */

export interface Frame {
  /** A still image as a WebP file. All frames have the same size. */
  readonly webp: Buffer;
  /** How long it is shown, in ms. */
  readonly time: number;
}

/** The animation plays once, and ends with its last frame. */
export function animatedWebp(frames: readonly Frame[], width: number, height: number): Buffer {
  const header = Buffer.alloc(10);
  // The flag of an animation.
  header[0] = 0x02;
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const settings = Buffer.alloc(6);
  settings.writeUInt32LE(0xffffffff, 0);
  settings.writeUInt16LE(1, 4);
  const parts = merged(frames).map(({ webp, time }) => {
    const place = Buffer.alloc(16);
    place.writeUIntLE(width - 1, 6, 3);
    place.writeUIntLE(height - 1, 9, 3);
    place.writeUIntLE(time, 12, 3);
    // Replaces the frame before, without blending.
    place[15] = 0x02;
    return chunk('ANMF', Buffer.concat([place, imageOf(webp)]));
  });
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', header), chunk('ANIM', settings), ...parts]);
  return chunk('RIFF', body);
}

/** Equal frames in a row become one. */
function merged(frames: readonly Frame[]): readonly Frame[] {
  const kept: Frame[] = [];
  for (const frame of frames) {
    const last = kept.at(-1);
    if (last?.webp.equals(frame.webp)) kept[kept.length - 1] = { ...last, time: last.time + frame.time };
    else kept.push(frame);
  }
  return kept;
}

/** The chunk with the pixels of a still: lossy or lossless. */
function imageOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length;) {
    const name = webp.toString('latin1', at, at + 4);
    const size = webp.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (name === 'VP8 ' || name === 'VP8L') return webp.subarray(at, end);
    at = end;
  }
  throw new Error('The still is not a WebP file with pixels.');
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
