/** Names the operation that a mistyped path probably means. */
import { nearest } from '../base/nearest.js';
import { routes } from '../generated/routes.js';

/** Longer paths are not compared, because that takes too long. */
const MAX_PATH = 200;

/**
 * @param path below the base path
 * @returns such as `GET /templates`; undefined if no operation is close
 */
export function nearestOperation(path: string): string | undefined {
  const [plain = ''] = path.split('?');
  const parts = plain.replace(/\/+$/, '').split('/').slice(1);
  if (plain.length > MAX_PATH) return undefined;
  const byPath = new Map<string, string>();
  for (const { method, path: known, segments } of routes) {
    if (segments.length !== parts.length) continue;
    const filled = segments.map((segment, index) => (typeof segment === 'string' ? segment : parts[index]));
    const name = `/${filled.join('/')}`;
    const before = byPath.get(name);
    byPath.set(name, before === undefined ? `${method} ${known}` : `${method} or ${before}`);
  }
  return byPath.get(nearest(`/${parts.join('/')}`, [...byPath.keys()]) ?? '');
}
