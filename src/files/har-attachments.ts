/** Reads bodies that a recorder wrote into files beside the HAR file. A recording never reads files of other folders. */
import { nodeFiles } from './node-files.js';
import type { Attachments } from '../journal/har/har-body.js';

/** A larger body is no body of the service. */
const MAX_BYTES = 67_108_864;

export function filesBeside(file: string): Attachments {
  if (file === '-') return () => undefined;
  const { fs, path: paths } = nodeFiles();
  const folder = paths.dirname(file);
  return (name) => {
    if (!isInside(name)) return undefined;
    try {
      // A link could lead out of the folder.
      const [root, path] = [fs.realpathSync(folder), fs.realpathSync(paths.join(folder, name))];
      if (!path.startsWith(`${root}${paths.sep}`) || fs.statSync(path).size > MAX_BYTES) return undefined;
      return fs.readFileSync(path);
    } catch {
      return undefined;
    }
  };
}

/** Whether a name is relative and stays below its folder, on every system: without drives and streams of Windows. */
export function isInside(name: string): boolean {
  if (/^[/\\]|[:\0]/.test(name)) return false;
  return name.split(/[/\\]/).every((part) => !/^\.\.[ .]*$/.test(part));
}
