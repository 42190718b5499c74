/** Compares the pictures of a wall with those of a kept one, cell by cell. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { read, write } from 'pngjs/lib/png-sync.js';
import { UserError } from '../../base/user-error.js';
import { isSameCell, type ChangedCell, type Comparison, type KeptWall } from './kept-types.js';
import type { TakenCell } from './perform.js';

/** How different a colour is that counts: pixelmatch's own default. Edges of text that a font smooths differently do not count. */
const COLOUR = 0.1;

export interface Compared {
  readonly comparison: Comparison;
  /** The pictures before and the differences, by their path in the folder of the new wall. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/**
 * @param folder the folder of the kept wall
 * @param threshold the share of a cell's pixels that can differ, from 0 to 1
 */
export function compareWalls(
  folder: string,
  kept: KeptWall,
  cells: readonly TakenCell[],
  threshold: number,
): Compared {
  const pictures = new Map<string, Uint8Array>();
  const changes: ChangedCell[] = [];
  const before = (path: string): Buffer => {
    try {
      return readFileSync(join(folder, path));
    } catch (cause) {
      throw new UserError('bad-input', `${folder} is not a whole kept wall: ${path} cannot be read.`, {
        hint: 'Take it again with deckhand wall --save.',
        cause,
      });
    }
  };
  const keep = (kind: string, path: string, png: Uint8Array): string => {
    const own = `${kind}/${basename(path)}`;
    pictures.set(own, png);
    return own;
  };
  for (const cell of cells) {
    const old = kept.cells.find((one) => isSameCell(one, cell));
    if (!old) {
      changes.push({ cell, kind: 'new', share: 1, after: cell.picture });
      continue;
    }
    const bytes = before(old.picture);
    if (bytes.equals(cell.png)) continue;
    const { share, difference } = differenceOf(readPng(bytes, join(folder, old.picture)), read(cell.png));
    if (share <= threshold) continue;
    changes.push({
      cell,
      kind: 'changed',
      share,
      before: keep('before', old.picture, bytes),
      after: cell.picture,
      difference: keep('difference', cell.picture, difference),
    });
  }
  for (const old of kept.cells)
    if (!cells.some((one) => isSameCell(one, old)))
      changes.push({
        cell: old,
        kind: 'gone',
        share: 1,
        before: keep('before', old.picture, before(old.picture)),
      });
  return { comparison: { with: folder, changes }, pictures };
}

type Picture = ReturnType<typeof read>;

/** What one of two pictures does not cover differs. */
function differenceOf(
  before: Picture,
  after: Picture,
): { readonly share: number; readonly difference: Uint8Array } {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const data = Buffer.alloc(width * height * 4);
  const differing = pixelmatch(
    fitted(before, width, height),
    fitted(after, width, height),
    data,
    width,
    height,
    {
      threshold: COLOUR,
    },
  );
  return { share: differing / (width * height), difference: write({ width, height, data }) };
}

function fitted(picture: Picture, width: number, height: number): Buffer {
  if (picture.width === width && picture.height === height) return picture.data;
  const whole = Buffer.alloc(width * height * 4);
  const line = picture.width * 4;
  for (let row = 0; row < picture.height; row += 1)
    picture.data.copy(whole, row * width * 4, row * line, (row + 1) * line);
  return whole;
}

function readPng(bytes: Buffer, path: string): Picture {
  try {
    return read(bytes);
  } catch (cause) {
    throw new UserError('bad-input', `${path} is not a PNG picture.`, {
      hint: 'Take the kept wall again with deckhand wall --save.',
      cause,
    });
  }
}
