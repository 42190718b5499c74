/** Recognizes the addresses of presentations (2.1). An application can have its own pages below `/view`. */
import type { Directory } from '../../service/store/directory.js';
import { pathOf } from '../../base/url-path.js';

/** Whether this is the address of a presentation in an existing workspace. */
export function isPresentationPath(url: string, directory: Directory): boolean {
  const [, workspace = ''] = /^\/view\/([^/]+)\/[^/]+$/.exec(pathOf(url)) ?? [];
  try {
    return directory.workspace(decodeURIComponent(workspace)) !== undefined;
  } catch {
    return false;
  }
}
