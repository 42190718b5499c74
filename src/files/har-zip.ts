/** Reads a `.zip` file of Playwright: one `.har` file, and the bodies of its entries in files of their own. */
import { unzipSync } from 'fflate';
import { UserError } from '../base/user-error.js';
import type { Attachments } from '../journal/har/attachments.js';

export interface HarZip {
  readonly har: Uint8Array;
  readonly attachment: Attachments;
}

/** Bytes after decompression: all of them are in memory at once. An archive of 1 MB can hold a gigabyte. */
export const MOST_UNPACKED = 268_435_456;

/** @throws UserError if the bytes of the file are not an archive, or contain no `.har` file */
export function readHarZip(file: string, bytes: Uint8Array): HarZip {
  const files = unzipped(file, bytes);
  const [name, ...others] = Object.keys(files).filter((path) => /\.har$/i.test(path));
  const har = name === undefined ? undefined : files[name];
  if (name === undefined || !har || others.length > 0)
    throw new UserError(
      'bad-har',
      `${file} contains ${others.length > 0 ? 'several .har files' : 'no .har file'}.`,
      {
        hint: 'Expected one recording, as Playwright writes it with recordHar: { path: "app.zip" }.',
      },
    );
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return {
    har,
    attachment: (path) => (Object.hasOwn(files, folder + path) ? files[folder + path] : undefined),
  };
}

function unzipped(file: string, archive: Uint8Array): Record<string, Uint8Array> {
  let bytes = 0;
  try {
    return unzipSync(archive, {
      filter({ originalSize }) {
        bytes += originalSize;
        if (bytes > MOST_UNPACKED)
          throw new Error('It has more than 256 MB of content. Unpack it, and name the .har file.');
        return true;
      },
    });
  } catch (cause) {
    const hint = cause instanceof Error ? cause.message : String(cause);
    throw new UserError('bad-har', `${file} cannot be read as a .zip file.`, { hint, cause });
  }
}
