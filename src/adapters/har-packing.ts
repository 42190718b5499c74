/**
 * A batch of exchanges as a text, and back: the cheapest way between threads. Headers that are the same stand in it once, and
 * are one and the same afterwards.
 */
import type {
  Exchange,
  HeaderPairs,
  WireBody,
  WireFailure,
  WireResponse,
  Writable,
} from '../journal/exchange.js';

type Pair = HeaderPairs[number];

interface PackedBatch {
  /** The names of headers, each once. */
  readonly names: readonly string[];
  /** Of each header the place of its name, and its value. */
  readonly pairs: { readonly names: readonly number[]; readonly values: readonly string[] };
  /** The headers of requests, as places of pairs. */
  readonly lists: readonly (readonly number[])[];
  readonly exchanges: readonly PackedExchange[];
}

type PackedExchange = readonly [
  sequence: number,
  startedAt: number,
  endedAt: number,
  method: string,
  url: string,
  /** The place of its list of headers. */
  list: number,
  sent: WireBody | null,
  /** Null without a response, which then has no headers and no body. */
  status: number | null,
  /** As places of pairs. */
  headers: readonly number[],
  received: WireBody | null,
  failure: WireFailure | null,
  page: string | null,
  steered: boolean | null,
];

/** @returns `undefined` where JSON cannot say it: it has no word for what a number like 1e999 is read as */
export function packed(batch: readonly Exchange[]): string | undefined {
  if (!batch.every(isFinite)) return undefined;
  const pairs = new PairTable();
  const lists: (readonly number[])[] = [];
  const placeByList = new Map<HeaderPairs, number>();
  const placeOf = (headers: HeaderPairs): number => {
    const known = placeByList.get(headers);
    if (known !== undefined) return known;
    placeByList.set(headers, lists.length);
    return lists.push(pairs.placesOf(headers)) - 1;
  };
  const exchanges = batch.map((exchange): PackedExchange => {
    const { request, response } = exchange;
    return [
      exchange.sequence,
      exchange.startedAt,
      exchange.endedAt,
      request.method,
      request.url,
      placeOf(request.headers),
      request.body ?? null,
      response?.status ?? null,
      response ? pairs.placesOf(response.headers) : [],
      response?.body ?? null,
      exchange.failure ?? null,
      exchange.page ?? null,
      exchange.steered ?? null,
    ];
  });
  return JSON.stringify({ names: pairs.names, pairs: pairs.pairs, lists, exchanges } satisfies PackedBatch);
}

export function unpacked(text: string): readonly Exchange[] {
  const { names, pairs: told, lists: places, exchanges } = JSON.parse(text) as PackedBatch;
  const pairs = told.values.map((value, place): Pair => [names[told.names[place] ?? 0] ?? '', value]);
  const listOf = (places: readonly number[]) => places.map((place) => pairs[place] as Pair);
  const lists = places.map(listOf);
  return exchanges.map((packed) => {
    const [sequence, startedAt, endedAt, method, url, list, sent, status, headers, received, ...rest] =
      packed;
    const [failure, page, steered] = rest;
    const request: Writable<Exchange['request']> = { method, url, headers: lists[list] ?? [] };
    if (sent) request.body = sent;
    const exchange: Writable<Exchange> = { sequence, startedAt, endedAt, request };
    if (status !== null) {
      const response: Writable<WireResponse> = { status, headers: listOf(headers) };
      if (received) response.body = received;
      exchange.response = response;
    }
    if (failure !== null) exchange.failure = failure;
    if (page !== null) exchange.page = page;
    if (steered !== null) exchange.steered = steered;
    return exchange;
  });
}

/** Headers, each once however often it was said. */
class PairTable {
  readonly names: string[] = [];
  readonly pairs = { names: [] as number[], values: [] as string[] };
  readonly #known = new Map<string, { readonly name: number; readonly byValue: Map<string, number> }>();

  placesOf(headers: HeaderPairs): readonly number[] {
    return headers.map(([name, value]) => this.#placeOf(name, value));
  }

  #placeOf(name: string, value: string): number {
    let known = this.#known.get(name);
    if (!known) {
      known = { name: this.names.push(name) - 1, byValue: new Map() };
      this.#known.set(name, known);
    }
    let place = known.byValue.get(value);
    if (place === undefined) {
      this.pairs.names.push(known.name);
      place = this.pairs.values.push(value) - 1;
      known.byValue.set(value, place);
    }
    return place;
  }
}

function isFinite({ sequence, startedAt, endedAt, request, response }: Exchange): boolean {
  return (
    Number.isFinite(sequence) &&
    Number.isFinite(startedAt) &&
    Number.isFinite(endedAt) &&
    Number.isFinite(request.body?.bytes ?? 0) &&
    Number.isFinite(response?.body?.bytes ?? 0)
  );
}
