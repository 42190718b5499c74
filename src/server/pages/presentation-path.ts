/** Recognizes the addresses of presentations (2.1). An application can have its own pages below `/view`. */
import type { Directory } from '../../service/store/directory.js';
import { pathOf } from '../../base/url-path.js';

/** The id of the existing workspace whose presentation has this address. */
export function workspaceOfPath(url: string, directory: Directory): string | undefined {
  const [, workspace = ''] = /^\/view\/([^/]+)\/[^/]+$/.exec(pathOf(url)) ?? [];
  try {
    return directory.workspace(decodeURIComponent(workspace))?.id;
  } catch {
    return undefined;
  }
}
