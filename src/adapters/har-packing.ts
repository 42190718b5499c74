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
  return batch.every(isFinite) ? new Packer().pack(batch) : undefined;
}

export function unpacked(text: string): readonly Exchange[] {
  return new Unpacker(JSON.parse(text) as PackedBatch).exchanges;
}

/** Headers, each once however often it was said. Methods and no closures: V8 lets go of the code of those with each batch. */
class Packer {
  readonly #names: string[] = [];
  readonly #pairs = { names: [] as number[], values: [] as string[] };
  readonly #known = new Map<string, { readonly name: number; readonly byValue: Map<string, number> }>();
  readonly #lists: (readonly number[])[] = [];
  readonly #placeByList = new Map<HeaderPairs, number>();

  pack(batch: readonly Exchange[]): string {
    const exchanges: PackedExchange[] = [];
    for (const exchange of batch) exchanges.push(this.#packedExchange(exchange));
    const whole: PackedBatch = { names: this.#names, pairs: this.#pairs, lists: this.#lists, exchanges };
    return JSON.stringify(whole);
  }

  #packedExchange(exchange: Exchange): PackedExchange {
    const { request, response } = exchange;
    return [
      exchange.sequence,
      exchange.startedAt,
      exchange.endedAt,
      request.method,
      request.url,
      this.#placeOfList(request.headers),
      request.body ?? null,
      response?.status ?? null,
      response ? this.#placesOf(response.headers) : [],
      response?.body ?? null,
      exchange.failure ?? null,
      exchange.page ?? null,
      exchange.steered ?? null,
    ];
  }

  #placeOfList(headers: HeaderPairs): number {
    let place = this.#placeByList.get(headers);
    if (place === undefined) {
      place = this.#lists.push(this.#placesOf(headers)) - 1;
      this.#placeByList.set(headers, place);
    }
    return place;
  }

  #placesOf(headers: HeaderPairs): readonly number[] {
    const places: number[] = [];
    for (const [name, value] of headers) places.push(this.#placeOf(name, value));
    return places;
  }

  #placeOf(name: string, value: string): number {
    let known = this.#known.get(name);
    if (!known) {
      known = { name: this.#names.push(name) - 1, byValue: new Map() };
      this.#known.set(name, known);
    }
    let place = known.byValue.get(value);
    if (place === undefined) {
      this.#pairs.names.push(known.name);
      place = this.#pairs.values.push(value) - 1;
      known.byValue.set(value, place);
    }
    return place;
  }
}

/** Makes the exchanges of a batch, which share its headers. */
class Unpacker {
  readonly exchanges: readonly Exchange[];
  readonly #pairs: readonly Pair[];
  readonly #lists: readonly HeaderPairs[];

  constructor({ names, pairs, lists, exchanges }: PackedBatch) {
    this.#pairs = pairs.values.map((value, place): Pair => [names[pairs.names[place] ?? 0] ?? '', value]);
    this.#lists = lists.map((places) => this.#listOf(places));
    const made: Exchange[] = [];
    for (const packed of exchanges) made.push(this.#exchangeOf(packed));
    this.exchanges = made;
  }

  #exchangeOf(packed: PackedExchange): Exchange {
    // By index, not by iteration, which makes three arrays for each exchange.
    const { 0: sequence, 1: startedAt, 2: endedAt, 3: method, 4: url, 5: list, 6: sent } = packed;
    const { 7: status, 8: headers, 9: received, 10: failure, 11: page, 12: steered } = packed;
    const asked = this.#lists[list] ?? [];
    const request = sent ? { method, url, headers: asked, body: sent } : { method, url, headers: asked };
    // Fields that an object does not begin with take more room.
    const exchange: Writable<Exchange> =
      status === null
        ? { sequence, startedAt, endedAt, request }
        : { sequence, startedAt, endedAt, request, response: this.#responseOf(status, headers, received) };
    if (failure !== null) exchange.failure = failure;
    if (page !== null) exchange.page = page;
    if (steered !== null) exchange.steered = steered;
    return exchange;
  }

  #responseOf(status: number, places: readonly number[], body: WireBody | null): WireResponse {
    const headers = this.#listOf(places);
    return body ? { status, headers, body } : { status, headers };
  }

  #listOf(places: readonly number[]): HeaderPairs {
    // An array that grows keeps room for sixteen.
    const list = new Array<Pair>(places.length);
    for (let index = 0; index < places.length; index++)
      list[index] = this.#pairs[places[index] as number] as Pair;
    return list;
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
