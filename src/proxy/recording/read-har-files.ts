/** Reads several HAR files as one journal: the exchanges of all files in the order of their start. */
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { basePath } from '../../generated/routes.js';
import { createContentDecoder } from '../../files/decode-body.js';
import { parseHarFile, readHarFile } from '../../files/har-file.js';
import type { Exchange } from '../../journal/exchange.js';
import { areKeysSanitized, markSanitizedKeys } from '../../journal/har/sanitized-keys.js';
import { joinServiceWorkerEntries } from '../../journal/har/service-worker-entries.js';
import { fromHar, type HarImport, type HarOptions } from '../../journal/read-har.js';
import { redactExchanges } from '../../journal/redact/redactor.js';
import { sha256Hex } from '../../transports/sha256.js';
import { UserError } from '../../base/user-error.js';
import { unzstd } from '../unzstd.js';

/** The entries and statistics of one file. */
export interface HarFileImport extends HarImport {
  readonly name: string;
  /** The number of CORS preflights, which are omitted. */
  readonly preflights: number;
  /** Whether the recorder omitted every header that can contain a key. */
  readonly areKeysOmitted: boolean;
}

export interface HarRecording {
  readonly files: readonly HarFileImport[];
  /** The whole journal, in the order of time. */
  readonly exchanges: readonly Exchange[];
  /** The number of exchanges that were in several files and count once. */
  readonly duplicates: number;
  /** The number of entries that repeat a request which a service worker forwarded, in several files. */
  readonly forwardedTwice: number;
  /** The base URLs or origins of requests to other services. */
  readonly otherServices: readonly string[];
}

export const displayName = (file: string): string => (file === '-' ? 'standard input' : file);

/**
 * @param paths HAR files, also compressed with gzip or in a .zip; `-` is standard input
 * @param baseUrl the base URL of the service, ending in /api/v1. Default: every URL with /api/v1 in its path belongs to the service
 * @throws UserError if a file cannot be read, or is not a HAR file
 */
export async function readHarFiles(paths: readonly string[], baseUrl?: string): Promise<HarRecording> {
  const isServiceUrl = createServiceFilter(baseUrl);
  const unrelated = new Set<string>();
  const isService = (url: string): boolean => {
    if (!isServiceUrl(url)) unrelated.add(displayBaseUrl(url));
    return isServiceUrl(url);
  };
  const files: HarFileImport[] = [];
  // A page and its worker can be in two files.
  const joinsServiceWorkerEntries = paths.length === 1;
  for (const path of paths) files.push(await readFile(path, { isService, joinsServiceWorkerEntries }));
  const others = [...unrelated];
  const [only] = files;
  if (only && files.length === 1) {
    const { exchanges, isFromDeckhand } = only;
    const redacted = redactExchanges(exchanges, sha256Hex);
    // A file that Deckhand wrote has its own sequence numbers.
    return {
      files,
      exchanges: isFromDeckhand ? sortBySequence(redacted) : renumber(redacted),
      duplicates: 0,
      forwardedTwice: 0,
      otherServices: others,
    };
  }
  const all = files.flatMap(({ exchanges }, file) => exchanges.map((exchange) => ({ exchange, file })));
  const unique = removeDuplicates(
    all.sort((one, other) => one.exchange.startedAt - other.exchange.startedAt),
  );
  const cached = files.flatMap(({ cachedExchanges }) => cachedExchanges);
  const joined = joinServiceWorkerEntries([
    ...unique.map((exchange) => ({ exchange, isCached: false })),
    ...cached.map((exchange) => ({ exchange, isCached: true })),
  ]);
  const received = joined.flatMap(({ exchange, isCached }) => (isCached ? [] : [exchange]));
  return {
    files,
    exchanges: redactExchanges(renumber(received), sha256Hex),
    duplicates: all.length - unique.length,
    forwardedTwice: unique.length - received.length,
    otherServices: others,
  };
}

async function readFile(
  path: string,
  options: Pick<HarOptions, 'isService' | 'joinsServiceWorkerEntries'>,
): Promise<HarFileImport> {
  const name = displayName(path);
  const { har, readAttachment } =
    path === '-' ? parseHarFile(name, await buffer(process.stdin)) : readHarFile(path);
  const reading = fromHar(har, {
    attachments: readAttachment,
    decode: createContentDecoder(unzstd),
    ...options,
    source: basename(name),
  });
  const [problem] = reading.warnings;
  if (reading.entries === 0 && problem !== undefined)
    throw new UserError('invalid-har', `${name}: ${problem}.`);
  const requests = reading.exchanges.filter(({ request }) => request.method !== 'OPTIONS');
  const isSanitized = !reading.isFromDeckhand && areKeysSanitized(requests);
  return {
    ...reading,
    name,
    preflights: reading.exchanges.length - requests.length,
    exchanges: isSanitized ? markSanitizedKeys(requests) : requests,
    areKeysOmitted: isSanitized,
  };
}

const sortBySequence = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toSorted((one, two) => one.sequence - two.sequence);

const renumber = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));

/** The exchanges without those that two files contain. Equal exchanges of the same file are different requests. */
function removeDuplicates(
  ordered: readonly { readonly exchange: Exchange; readonly file: number }[],
): readonly Exchange[] {
  let startedAt = NaN;
  let firstFiles = new Map<string, number>();
  return ordered.flatMap(({ exchange, file }) => {
    if (exchange.startedAt !== startedAt) firstFiles = new Map();
    startedAt = exchange.startedAt;
    const content = JSON.stringify([exchange.endedAt, exchange.request, exchange.response]);
    const firstFile = firstFiles.get(content);
    firstFiles.set(content, firstFile ?? file);
    return firstFile === undefined || firstFile === file ? [exchange] : [];
  });
}

/** Whether a URL belongs to the service. A wrong or missing version also matches, so that the client rules can report it. */
function createServiceFilter(baseUrl: string | undefined): (url: string) => boolean {
  const prefix = basePath.replace(/\/v\d+$/, '');
  const below = `${prefix}/(?:v\\d[^/?#]*(?:[/?#]|$)|templates|presentations)`;
  if (baseUrl === undefined) {
    const anywhere = new RegExp(`^[^?#]*${below}`);
    return (url) => anywhere.test(url);
  }
  const { origin, pathname } = new URL(baseUrl);
  const outside = pathname.slice(0, -basePath.length);
  const there = new RegExp(`^(?:${escapeRegExp(origin)})?${escapeRegExp(outside)}${below}`, 'i');
  return (url) => there.test(url);
}

/** The base URL in a URL, otherwise its origin: never a password or a query. */
function displayBaseUrl(url: string): string {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: 'no host', pathname: '' };
  const at = pathname.indexOf(`${basePath}/`);
  return at < 0 ? origin : `${origin}${pathname.slice(0, at + basePath.length)}`;
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
