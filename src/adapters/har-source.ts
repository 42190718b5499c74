/**
 * HAR files of any length as one journal: the exchanges of all files in the order in which they began, read as they are
 * asked for. Ignores what is not about the service, and counts it. Judges nothing.
 */
import type { Exchange } from '../journal/exchange.js';
import { basePath } from '../generated/routes.js';
import { newNotes, readHarFile, type HarNotes } from './har-file.js';
import type { ReadingOrder, ReadSoFar } from './har-messages.js';
import { batchesOf, startReader } from './har-thread.js';

export interface HarSourceOptions {
  /** The base address, ending in /api/v1. When left out, every address with a path part /api/v1 is the service's. */
  readonly baseUrl?: string;
}

/** The exchanges of some files. To be read once: one by one, or by batches, which is quicker. */
export class HarTraffic implements AsyncIterable<Exchange> {
  /** What became of each file so far, in the order of the files. */
  readonly notes: readonly HarNotes[];
  /** Exchanges that stood in more than one file, and were taken once. */
  repeated = 0;
  readonly #order: ReadingOrder;
  readonly #isAbout: (url: string) => boolean;

  constructor(paths: readonly string[], options: HarSourceOptions = {}) {
    this.notes = paths.map(newNotes);
    this.#order = { ...options, paths };
    this.#isAbout = addressFilter(options.baseUrl);
  }

  /** Read by a thread of their own where that pays, else as they are asked for. */
  async *batches(): AsyncGenerator<readonly Exchange[], undefined> {
    const reader = startReader(this.#order);
    yield* reader ? batchesOf(reader, (soFar) => this.#take(soFar)) : this.readHere();
  }

  /** As `batches`, by whoever asks. */
  readHere(): AsyncGenerator<readonly Exchange[], undefined> {
    const files = this.notes.map((notes) => readHarFile(notes, this.#isAbout));
    const [only, ...others] = files;
    return only && others.length === 0
      ? renumbered(only, () => this.notes[0]?.isOurs === true)
      : renumbered(
          merged(files, () => this.repeated++),
          () => false,
        );
  }

  #take({ notes, repeated }: ReadSoFar): void {
    for (const [index, one] of this.notes.entries()) Object.assign(one, notes[index]);
    this.repeated = repeated;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Exchange> {
    for await (const batch of this.batches()) yield* batch;
  }
}

/**
 * Reads HAR files (also packed with gzip; `-` is the standard input) one chunk at a time.
 * @throws UserError while iterating, when a file cannot be read or is no HAR file
 */
export function readHarFiles(paths: readonly string[], options: HarSourceOptions = {}): HarTraffic {
  return new HarTraffic(paths, options);
}

/** Whether an address is one of the service's. Another version of it counts, or none, so that a client's mistake is seen. */
function addressFilter(baseUrl: string | undefined): (url: string) => boolean {
  const prefix = basePath.replace(/\/v\d+$/, '');
  const below = `${prefix}/(?:v\\d[^/?#]*(?:[/?#]|$)|templates|presentations)`;
  if (baseUrl === undefined) {
    const anywhere = new RegExp(`^[^?#]*${below}`);
    return (url) => anywhere.test(url);
  }
  const { origin, pathname } = new URL(baseUrl);
  const outside = pathname.slice(0, -basePath.length);
  const there = new RegExp(`^(?:${literal(origin)})?${literal(outside)}${below}`, 'i');
  return (url) => there.test(url);
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Numbers the exchanges, which nobody else has yet, by their place, unless they have numbers of their own. */
async function* renumbered(
  batches: AsyncIterable<readonly Exchange[]>,
  isNumbered: () => boolean,
): AsyncGenerator<readonly Exchange[], undefined> {
  let count = 0;
  for await (const batch of batches) {
    if (isNumbered()) yield batch;
    else {
      for (const exchange of batch) (exchange as { sequence: number }).sequence = ++count;
      yield batch;
    }
  }
}

interface Reader {
  readonly batches: AsyncIterator<readonly Exchange[], undefined>;
  batch: readonly Exchange[];
  at: number;
  isOver: boolean;
}

/** The files' exchanges by time. One that stands in two files the same was recorded once, and saved twice. */
async function* merged(
  files: readonly AsyncGenerator<readonly Exchange[], undefined>[],
  onRepeated: () => void,
): AsyncGenerator<readonly Exchange[], undefined> {
  const readers = files.map((file): Reader => ({ batches: file, batch: [], at: 0, isOver: false }));
  let now: { readonly startedAt: number; readonly seen: Map<string, Reader> } = {
    startedAt: NaN,
    seen: new Map(),
  };
  let out: Exchange[] = [];
  for (;;) {
    let first: Reader | undefined;
    for (const reader of readers) {
      while (reader.at >= reader.batch.length && (await refill(reader)));
      const next = reader.batch[reader.at];
      const best = first?.batch[first.at];
      if (next && (!best || next.startedAt < best.startedAt)) first = reader;
    }
    const exchange = first?.batch[first.at];
    if (!first || !exchange) break;
    first.at++;
    if (exchange.startedAt !== now.startedAt) now = { startedAt: exchange.startedAt, seen: new Map() };
    const name = JSON.stringify([exchange.endedAt, exchange.request, exchange.response]);
    const holder = now.seen.get(name);
    if (holder && holder !== first) onRepeated();
    else {
      now.seen.set(name, first);
      out.push(exchange);
    }
    if (out.length >= 500) {
      yield out;
      out = [];
    }
  }
  yield out;
}

async function refill(reader: Reader): Promise<boolean> {
  if (reader.isOver) return false;
  const next = await reader.batches.next();
  reader.isOver = next.done === true;
  reader.batch = next.done ? [] : next.value;
  reader.at = 0;
  return !reader.isOver;
}
