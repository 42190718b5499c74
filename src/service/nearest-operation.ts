/** Suggests the operation that is closest to a misspelt path. */
import { closestMatch } from '../base/did-you-mean.js';
import { routes } from '../generated/routes.js';

/** In characters. Comparing longer paths would take too long. */
const MAX_PATH_LENGTH = 200;

/**
 * @param path below the base path
 * @returns such as `GET /templates`; undefined if no operation is close
 */
export function suggestOperation(path: string): string | undefined {
  const [pathname = ''] = path.split('?');
  const parts = pathname.replace(/\/+$/, '').split('/').slice(1);
  if (pathname.length > MAX_PATH_LENGTH) return undefined;
  const byPath = new Map<string, string>();
  for (const { method, path: template, segments } of routes) {
    if (segments.length !== parts.length) continue;
    const filled = segments.map((segment, index) => (typeof segment === 'string' ? segment : parts[index]));
    const name = `/${filled.join('/')}`;
    const operation = byPath.get(name);
    byPath.set(name, operation === undefined ? `${method} ${template}` : `${method} or ${operation}`);
  }
  return byPath.get(closestMatch(`/${parts.join('/')}`, [...byPath.keys()]) ?? '');
}
