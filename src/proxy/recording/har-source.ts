/** Reads several HAR files as one journal: the exchanges of all files in the order of their start. */
import { basePath } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { areKeysLeftOut, withLeftOutKeys } from '../../journal/har/left-out-keys.js';
import { withoutSecrets } from '../../journal/redact/redactor.js';
import { nodeHash } from '../../transports/node-hash.js';
import { UserError } from '../../base/user-error.js';
import { nameOf } from './har-bytes.js';
import { emptyStats, readHarFile, type HarFileStats } from './har-file.js';

export interface HarSourceOptions {
  /** The base URL of the service, ending in /api/v1. Default: every URL with /api/v1 in its path belongs to the service. */
  readonly baseUrl?: string;
  /** The largest number of exchanges. Default: `MAX_EXCHANGES`. */
  readonly most?: number;
  /** Called after each chunk of a file. */
  readonly onProgress?: () => void;
}

/** The exchanges of a recording of about 300 MB. They take about 1 GB of memory. */
const MAX_EXCHANGES = 200_000;

interface ReadExchange {
  readonly exchange: Exchange;
  /** The index of its file. */
  readonly file: number;
}

/** The exchanges of the files. They can be read once. */
export class HarTraffic implements AsyncIterable<Exchange> {
  /** What was read of each file so far. */
  readonly files: readonly HarFileStats[];
  /** Exchanges that were in several files and count once. */
  duplicates = 0;
  readonly #options: HarSourceOptions;
  readonly #fileOf = new Map<Exchange, number>();

  constructor(paths: readonly string[], options: HarSourceOptions) {
    this.files = paths.map(emptyStats);
    this.#options = options;
  }

  /** The whole journal, in the order of time. @throws UserError if it is too large */
  async *[Symbol.asyncIterator](): AsyncGenerator<Exchange, void, void> {
    const { baseUrl, most = MAX_EXCHANGES, onProgress } = this.#options;
    const exchanges: Exchange[] = [];
    const isService = serviceFilter(baseUrl);
    for (const [file, stats] of this.files.entries()) {
      for await (const batch of readHarFile(stats, isService)) {
        for (const exchange of batch) {
          if (this.files.length > 1) this.#fileOf.set(exchange, file);
          if (exchanges.push(exchange) > most) throw tooLarge(stats, most);
        }
        onProgress?.();
      }
    }
    yield* this.#finish(exchanges);
  }

  #finish(exchanges: readonly Exchange[]): readonly Exchange[] {
    const read = this.files.flatMap((stats, file) =>
      this.#withKeyMarks(stats, file, exchanges).map((exchange): ReadExchange => ({ exchange, file })),
    );
    const [only, ...others] = this.files;
    // A file that Deckhand wrote has its own sequence numbers.
    if (only?.isFromDeckhand && others.length === 0)
      return withoutSecrets(
        read.map(({ exchange }) => exchange),
        nodeHash,
      ).toSorted((one, two) => one.sequence - two.sequence);
    const ordered = read.sort((one, two) => one.exchange.startedAt - two.exchange.startedAt);
    const numbered = this.#withoutDuplicates(ordered).map((exchange, index) => ({
      ...exchange,
      sequence: index + 1,
    }));
    return withoutSecrets(numbered, nodeHash);
  }

  /** The exchanges of one file, with marks if its recorder left out all keys. */
  #withKeyMarks(stats: HarFileStats, file: number, exchanges: readonly Exchange[]): readonly Exchange[] {
    const own =
      this.files.length === 1 ? exchanges : exchanges.filter((one) => this.#fileOf.get(one) === file);
    stats.areKeysLeftOut ||= !stats.isFromDeckhand && areKeysLeftOut(own);
    return stats.areKeysLeftOut ? withLeftOutKeys(own) : own;
  }

  /** The exchanges without those that two files contain. Equal exchanges of the same file are different requests. */
  #withoutDuplicates(ordered: readonly ReadExchange[]): readonly Exchange[] {
    if (this.files.length === 1) return ordered.map(({ exchange }) => exchange);
    let startedAt = NaN;
    let seen = new Map<string, number>();
    return ordered.flatMap(({ exchange, file }) => {
      if (exchange.startedAt !== startedAt) seen = new Map();
      startedAt = exchange.startedAt;
      const content = JSON.stringify([exchange.endedAt, exchange.request, exchange.response]);
      const firstFile = seen.get(content);
      seen.set(content, firstFile ?? file);
      if (firstFile === undefined || firstFile === file) return [exchange];
      this.duplicates++;
      return [];
    });
  }
}

function tooLarge({ file }: HarFileStats, most: number): UserError {
  const many = most.toLocaleString('en');
  return new UserError(
    'bad-har',
    `${nameOf(file)}: the recording has more than ${many} requests to the service.`,
    {
      hint: 'Judge a part of it: fewer files, or a shorter recording.',
    },
  );
}

/**
 * @param paths HAR files, also compressed with gzip; `-` is standard input
 * @throws UserError while reading, if a file cannot be read or is not a HAR file
 */
export function readHarFiles(paths: readonly string[], options: HarSourceOptions = {}): HarTraffic {
  return new HarTraffic(paths, options);
}

/** Whether a URL belongs to the service. A wrong or missing version also matches, so that rules see the client's mistake. */
function serviceFilter(baseUrl: string | undefined): (url: string) => boolean {
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

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
