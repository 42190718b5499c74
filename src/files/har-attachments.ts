/** Reads bodies that a recorder wrote into files next to the HAR file, and never files of other folders. */
import type { ReadAttachment } from '../journal/har/har-body.js';
import { getNodeBuiltins } from './node-files.js';

/** No body of the service is larger. */
const MAX_ATTACHMENT_BYTES = 67_108_864;

export function createAttachmentReader(file: string): ReadAttachment {
  if (file === '-') return () => undefined;
  const { fs, path: paths } = getNodeBuiltins();
  const folder = paths.dirname(file);
  return (name) => {
    if (!isInsideFolder(name)) return undefined;
    try {
      // A link could lead out of the folder.
      const [root, path] = [fs.realpathSync(folder), fs.realpathSync(paths.join(folder, name))];
      if (!path.startsWith(`${root}${paths.sep}`) || fs.statSync(path).size > MAX_ATTACHMENT_BYTES)
        return undefined;
      return fs.readFileSync(path);
    } catch {
      return undefined;
    }
  };
}

/** Whether a name is relative and stays below its folder, on every system: without drives and streams of Windows. */
export function isInsideFolder(name: string): boolean {
  if (/^[/\\]|[:\0]/.test(name)) return false;
  return name.split(/[/\\]/).every((part) => !/^\.\.[ .]*$/.test(part));
}
