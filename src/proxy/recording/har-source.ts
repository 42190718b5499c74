/** Reads several HAR files as one journal: the exchanges of all files in the order of their start. */
import { basePath } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { areKeysLeftOut, withLeftOutKeys } from '../../journal/har/left-out-keys.js';
import { withoutSecrets } from '../../journal/redact/redactor.js';
import { Segments, type SegmentLimits } from '../../journal/segments.js';
import { nodeHash } from '../../transports/node-hash.js';
import { emptyStats, readHarFile, type HarFileStats } from './har-file.js';

export interface HarSourceOptions {
  /** The base URL of the service, ending in /api/v1. Default: every URL with /api/v1 in its path belongs to the service. */
  readonly baseUrl?: string;
  /** How much of the journal is in memory at a time. Default: `FILE_SEGMENT`. */
  readonly segment?: Partial<SegmentLimits>;
  /** Called after each chunk of a file. */
  readonly onProgress?: () => void;
}

/** A journal up to this size is one segment. It takes about 1 GB of memory. */
export const FILE_SEGMENT: SegmentLimits = { exchanges: 200_000, characters: 268_435_456 };

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
  #count = 0;

  constructor(paths: readonly string[], options: HarSourceOptions) {
    this.files = paths.map(emptyStats);
    this.#options = options;
  }

  /** The journal in segments, each in the order of time. Only very large files have more than one segment. */
  async *segments(): AsyncGenerator<readonly Exchange[], void, void> {
    const { baseUrl, segment, onProgress } = this.#options;
    const segments = new Segments({ ...FILE_SEGMENT, ...segment });
    const isService = serviceFilter(baseUrl);
    for (const [file, stats] of this.files.entries()) {
      for await (const batch of readHarFile(stats, isService)) {
        for (const exchange of batch) {
          if (this.files.length > 1) this.#fileOf.set(exchange, file);
          const ended = segments.add(exchange);
          if (ended) yield this.#finish(ended);
        }
        onProgress?.();
      }
    }
    const rest = segments.end();
    if (rest.length > 0) yield this.#finish(rest);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Exchange, void, void> {
    for await (const segment of this.segments()) yield* segment;
  }

  #finish(segment: readonly Exchange[]): readonly Exchange[] {
    const read = this.files.flatMap((stats, file) =>
      this.#withKeyMarks(stats, file, segment).map((exchange): ReadExchange => ({ exchange, file })),
    );
    this.#fileOf.clear();
    const [only, ...others] = this.files;
    // A file that Deckhand wrote has its own sequence numbers.
    if (only?.isFromDeckhand && others.length === 0)
      return withoutSecrets(
        read.map(({ exchange }) => exchange),
        nodeHash,
      ).toSorted((one, two) => one.sequence - two.sequence);
    const ordered = read.sort((one, two) => one.exchange.startedAt - two.exchange.startedAt);
    const numbered = this.#withoutDuplicates(ordered).map((exchange) => ({
      ...exchange,
      sequence: ++this.#count,
    }));
    return withoutSecrets(numbered, nodeHash);
  }

  /** The exchanges of one file, with marks if its recorder left out all keys. */
  #withKeyMarks(stats: HarFileStats, file: number, segment: readonly Exchange[]): readonly Exchange[] {
    const own = this.files.length === 1 ? segment : segment.filter((one) => this.#fileOf.get(one) === file);
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
