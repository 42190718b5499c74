/** Which addresses are those of presentations (2.1): an application may have pages of its own below `/view`. */
import type { Directory } from '../store/directory.js';
import { pathOf } from '../base/url-path.js';

/** Whether it is an address in a workspace there is. */
export function isPresentationPath(url: string, directory: Directory): boolean {
  const [, workspace = ''] = /^\/view\/([^/]+)\/[^/]+$/.exec(pathOf(url)) ?? [];
  try {
    return directory.workspace(decodeURIComponent(workspace)) !== undefined;
  } catch {
    return false;
  }
}
