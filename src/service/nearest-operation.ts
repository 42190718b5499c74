/** Names the operation that a mistyped path probably means. */
import { closestMatch } from '../base/did-you-mean.js';
import { routes } from '../generated/routes.js';

/** Longer paths are not compared, because that takes too long. */
const MAX_PATH_LENGTH = 200;

/**
 * @param path below the base path
 * @returns such as `GET /templates`; undefined if no operation is close
 */
export function suggestOperation(path: string): string | undefined {
  const [plain = ''] = path.split('?');
  const parts = plain.replace(/\/+$/, '').split('/').slice(1);
  if (plain.length > MAX_PATH_LENGTH) return undefined;
  const byPath = new Map<string, string>();
  for (const { method, path: known, segments } of routes) {
    if (segments.length !== parts.length) continue;
    const filled = segments.map((segment, index) => (typeof segment === 'string' ? segment : parts[index]));
    const name = `/${filled.join('/')}`;
    const before = byPath.get(name);
    byPath.set(name, before === undefined ? `${method} ${known}` : `${method} or ${before}`);
  }
  return byPath.get(closestMatch(`/${parts.join('/')}`, [...byPath.keys()]) ?? '');
}
