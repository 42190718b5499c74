/** Recognizes the URLs of presentations (2.1). An application can have its own pages below `/view`. */
import type { WorkspaceRegistry } from '../../service/store/registry.js';
import { getPath } from '../../base/url-path.js';

/** The id of the existing workspace whose presentation has this URL. */
export function findWorkspaceByUrl(url: string, directory: WorkspaceRegistry): string | undefined {
  const [, workspace = ''] = /^\/view\/([^/]+)\/[^/]+$/.exec(getPath(url)) ?? [];
  try {
    return directory.workspace(decodeURIComponent(workspace))?.id;
  } catch {
    return undefined;
  }
}
