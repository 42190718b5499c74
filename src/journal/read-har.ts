/** Reads a parsed HAR file as a journal. Separate from the writer, because most pages only write. */
import type { Exchange } from './exchange.js';
import { END_FIELD, RECORDING_FIELD } from './har/recording-fields.js';
import { asObject } from './har/json-values.js';
import type { DecodeContent } from './har/compressed-body.js';
import { parseEntry, type EntryOptions, type ParsedEntry } from './har/read-entry.js';
import { joinServiceWorkerEntries } from './har/service-worker-entries.js';

export interface HarImport {
  /** In the order in which they started. If Deckhand wrote all entries, they keep their order and numbers. */
  readonly exchanges: readonly Exchange[];
  /** All entries of the file. */
  readonly entries: number;
  /** Entries of other services. */
  readonly unrelated: number;
  /** Responses from a browser's cache, which are omitted. */
  readonly cached: number;
  /** The exchanges of these responses, for a replay: the client saw them. */
  readonly cachedExchanges: readonly Exchange[];
  /** Entries that repeat a request which a service worker forwarded. */
  readonly forwardedTwice: number;
  /** Whether a body is compressed, and the platform cannot decompress it. */
  readonly isUndecodable: boolean;
  /** One line for each entry that cannot be read. */
  readonly warnings: readonly string[];
  /** Whether Deckhand wrote the file, so that its exchanges have sequence numbers. */
  readonly isFromDeckhand: boolean;
  /** Whether a recording of Deckhand is complete; `undefined` for files of other tools. */
  readonly isComplete: boolean | undefined;
}

export interface HarOptions extends Pick<EntryOptions, 'attachments'> {
  /** Default: compressed bodies count as not recorded. */
  readonly decode?: DecodeContent;
  /** Whether a URL belongs to the service. Default: all do. */
  readonly isService?: (url: string) => boolean;
  /** The name of the file, for `metadata.source` of each exchange. */
  readonly source?: string;
  /** Default: true. Otherwise the caller joins the entries of several files. */
  readonly joinsServiceWorkerEntries?: boolean;
}

/** Never throws: an entry that cannot be read becomes a warning. */
export function fromHar(har: unknown, options: HarOptions = {}): HarImport {
  const {
    attachments,
    decode = () => 'unsupported',
    isService = () => true,
    source,
    joinsServiceWorkerEntries = true,
  } = options;
  const log = asObject(asObject(har).log);
  const { entries } = log;
  const warnings: string[] = [];
  const parsed: ParsedEntry[] = [];
  let unrelated = 0;
  let isUndecodable = false;
  let compressed = 0;
  const decodeAndCount: EntryOptions['decode'] = (...content) => {
    const decoded = decode(...content);
    if (decoded !== 'unsupported') return decoded;
    compressed += 1;
    return undefined;
  };
  if (!Array.isArray(entries)) warnings.push('it has no log.entries, so it is not a HAR file');
  else
    for (const [index, entry] of entries.entries()) {
      const { url } = asObject(asObject(entry).request);
      if (typeof url === 'string' && !isService(url)) {
        unrelated++;
        continue;
      }
      const before = compressed;
      const result = parseEntry(entry, index + 1, { attachments, decode: decodeAndCount });
      isUndecodable ||= compressed > before && typeof result !== 'string' && hasOmittedBody(result);
      if (typeof result === 'string') warnings.push(`entry ${index + 1} was skipped: ${result}`);
      else parsed.push(source === undefined ? result : withSource(result, `${source}, entry ${index + 1}`));
    }
  const joined = joinsServiceWorkerEntries ? joinServiceWorkerEntries(parsed) : parsed;
  const received = joined.filter(({ isCached }) => !isCached);
  const cached = joined.filter(({ isCached }) => isCached);
  return {
    exchanges: sortByStart(received),
    entries: Array.isArray(entries) ? entries.length : 0,
    unrelated,
    cached: cached.length,
    cachedExchanges: cached.map(({ exchange }) => exchange),
    forwardedTwice: parsed.length - joined.length,
    isUndecodable,
    warnings,
    isFromDeckhand: received.every(({ isFromDeckhand }) => isFromDeckhand),
    isComplete: log[RECORDING_FIELD] === true ? log[END_FIELD] !== undefined : undefined,
  };
}

const hasOmittedBody = ({ exchange: { request, response } }: ParsedEntry): boolean =>
  [request.body, response?.body].some((body) => body?.truncated && body.text === '');

function withSource(entry: ParsedEntry, source: string): ParsedEntry {
  const { exchange } = entry;
  return { ...entry, exchange: { ...exchange, metadata: { ...exchange.metadata, source } } };
}

function sortByStart(entries: readonly ParsedEntry[]): readonly Exchange[] {
  const exchanges = entries.map(({ exchange }) => exchange);
  if (entries.every(({ isFromDeckhand }) => isFromDeckhand)) return exchanges;
  const ordered = exchanges.toSorted((one, two) => one.startedAt - two.startedAt);
  return ordered.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
}
