/** Reads bodies that a recorder wrote into files beside the HAR file. A recording never reads files of other folders. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isDeviceName } from '../base/device-name.js';
import type { Attachments } from '../journal/har/attachments.js';

/** A larger body is no body of the service. */
const MAX_BYTES = 67_108_864;

export function filesBeside(file: string): Attachments {
  if (file === '-') return () => undefined;
  const folder = dirname(file);
  return (name) => {
    if (!isInside(name)) return undefined;
    try {
      // A link could lead out of the folder.
      const [root, path] = [realpathSync(folder), realpathSync(join(folder, name))];
      if (!path.startsWith(`${root}${sep}`) || statSync(path).size > MAX_BYTES) return undefined;
      return readFileSync(path);
    } catch {
      return undefined;
    }
  };
}

/** Whether a name is relative and stays below its folder, on every system: without drives, streams and devices of Windows. */
export function isInside(name: string): boolean {
  if (/^[/\\]|[:\0]/.test(name)) return false;
  return name.split(/[/\\]/).every((part) => !/^\.\.[ .]*$/.test(part) && !isDeviceName(part));
}
