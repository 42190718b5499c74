/**
 * The files of the package inside the executable: panel, scenarios, contract. Paths below `ROOT` are read from the embedded asset,
 * all other paths from the disk. Only the functions that Deckhand and its web server use for these files know the difference.
 */
import fs from 'node:fs';
import { sep } from 'node:path';
import { Readable } from 'node:stream';
import { getAsset } from 'node:sea';

/** The build replaces `import.meta.url` in all modules by a path below this folder, which no disk has. */
const ROOT = `${process.execPath}.files${sep}`;

/** The contents in base64, by path from the root of the package. */
const packed = JSON.parse(getAsset('files', 'utf8')) as Readonly<Record<string, string>>;
const folders = new Set(Object.keys(packed).flatMap(parentsOf));
/** When the executable was made: all files share it. */
const executable = fs.statSync(process.execPath);

function parentsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}

/** The path from the root of the package; `undefined` for a path on the disk. */
function embedded(path: unknown): string | undefined {
  const text = path instanceof URL ? decodeURIComponent(path.pathname) : String(path);
  // A URL and a normalized path differ in their separators on Windows.
  const plain = text.replaceAll(sep, '/');
  const root = ROOT.replaceAll(sep, '/');
  const at = plain.indexOf(root.replace(/^\//, ''));
  if (at < 0 || at > 1) return plain === root.slice(0, -1) ? '' : undefined;
  return plain.slice(at + root.replace(/^\//, '').length).replace(/\/+$/, '');
}

function bytesOf(path: string): Buffer {
  const content = packed[path];
  if (content !== undefined) return Buffer.from(content, 'base64');
  const code = folders.has(path) ? 'EISDIR' : 'ENOENT';
  throw Object.assign(new Error(`${code}: ${ROOT}${path}`), { code });
}

/** The size is that of the file, and everything else that of the executable. */
function statsOf(path: string): fs.Stats {
  const isFolder = folders.has(path);
  const size = isFolder ? 0 : bytesOf(path).length;
  return Object.assign(Object.create(executable) as fs.Stats, {
    size,
    isDirectory: () => isFolder,
    isFile: () => !isFolder,
  });
}

/** Replaces a function for embedded paths. */
function replace<Name extends keyof typeof fs>(
  name: Name,
  read: (path: string, ...rest: never[]) => unknown,
): void {
  const original = fs[name] as (...args: unknown[]) => unknown;
  const both = (path: unknown, ...rest: unknown[]): unknown => {
    const inside = embedded(path);
    return inside === undefined ? original(path, ...rest) : read(inside, ...(rest as never[]));
  };
  Object.defineProperty(fs, name, {
    value: Object.assign(both, original),
    writable: true,
    configurable: true,
  });
}

const encodingOf = (options: unknown): BufferEncoding | undefined =>
  typeof options === 'string'
    ? (options as BufferEncoding)
    : ((options as { encoding?: BufferEncoding } | undefined)?.encoding ?? undefined);

/** Makes the embedded files readable, in the whole process. */
export function embedFiles(): void {
  replace('existsSync', (path) => path in packed || folders.has(path));
  replace('readFileSync', (path, options: unknown) => {
    const encoding = encodingOf(options);
    return encoding === undefined ? bytesOf(path) : bytesOf(path).toString(encoding);
  });
  const { readFile } = fs.promises;
  Object.defineProperty(fs.promises, 'readFile', {
    value: async (path: string, options?: BufferEncoding) =>
      embedded(path) === undefined ? readFile(path, options) : fs.readFileSync(path, options),
  });
  replace('readdirSync', (path) => {
    const start = path === '' ? '' : `${path}/`;
    const all = Object.keys(packed).filter((name) => name.startsWith(start));
    return [...new Set(all.map((name) => name.slice(start.length).split('/')[0]))];
  });
  replace('statSync', (path) => statsOf(path));
  replace('stat', (path, ...rest) => {
    const done = rest.at(-1) as unknown as (error: unknown, stats?: fs.Stats) => void;
    let stats: fs.Stats;
    try {
      stats = statsOf(path);
    } catch (error) {
      return void process.nextTick(done, error);
    }
    process.nextTick(done, null, stats);
  });
  replace('createReadStream', (path, options: { readonly start?: number; readonly end?: number } = {}) =>
    Readable.from([bytesOf(path).subarray(options.start ?? 0, (options.end ?? Infinity) + 1)]),
  );
}
