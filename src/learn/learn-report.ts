/** What Deckhand learned about a service, as JSON data. The overlay and the text report are made from it. */
import type { Learner } from './observe/learner.js';
import type { Tally } from './observe/tally.js';
import { paceReport, type PaceReport } from './pace/pace-report.js';
import { places, type Place } from './places.js';
import { schemaOf, type Schema } from './shape/schema.js';
import { withoutSecrets } from './without-secrets.js';

export interface LearnReport {
  /** The origin and base path of the requests; empty when the recording has relative URLs. */
  readonly service: string;
  readonly exchanges: number;
  /** The number of exchanges of other operations, or from a cache. */
  readonly unrelated: number;
  /** The number of exchanges without a complete response. */
  readonly unanswered: number;
  /** Whether the recording leaves out API keys: then it shows nothing about missing or wrong keys. */
  readonly withoutKeys: boolean;
  /** Violations of the contract. Deckhand learns nothing from these exchanges. */
  readonly broken: readonly ObservedAnswer[];
  /** The start of the newest exchange; `undefined` without exchanges. */
  readonly newest: string | undefined;
  readonly places: readonly PlaceReport[];
  /** How long jobs take, their steps, and how often they ask or fail; absent if no job was recorded from its start. */
  readonly pace?: PaceReport;
  /** The ids of the places that the traffic does not show. */
  readonly unseen: readonly string[];
}

export interface PlaceReport {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  readonly assumed?: string;
  readonly count: number;
  /** The time of the newest observation. */
  readonly date: string;
  /** The observed answers, the most frequent first. Several answers can contradict each other: the report shows them all. */
  readonly answers: readonly ObservedAnswer[];
  /** The number of observations beyond the limit of different answers. */
  readonly more?: number;
  readonly schema?: Schema;
  /** The schemas of the bodies with each status code, for bodies of error responses. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly example?: unknown;
}

export interface ObservedAnswer {
  readonly what: string;
  readonly count: number;
  /** The `sequence` of the first exchange with this answer. */
  readonly exchange: number;
  /** The place of that exchange, such as `session.har, entry 17`. */
  readonly source?: string;
}

/** @param service the origin and base path of the requests */
export function learnReport(learner: Learner, service: string): LearnReport {
  const { byPlace, lengths } = learner.tallies;
  const reports = places.flatMap((place) => {
    const tally = byPlace.get(place.id);
    if (!tally) return [];
    if (place.id === 'lengths') return [lengthsOf(place, tally, lengths)];
    return [reportOf(place, tally)];
  });
  const pace = paceReport(learner.pace);
  const report: LearnReport = {
    service,
    exchanges: learner.exchanges,
    unrelated: learner.unrelated,
    unanswered: learner.unanswered,
    withoutKeys: learner.isWithoutKeys,
    broken: answersOf(learner.broken),
    newest: learner.newest > 0 ? dateOf(learner.newest) : undefined,
    places: reports,
    ...(pace && { pace }),
    unseen: places.map(({ id }) => id).filter((id) => !byPlace.has(id)),
  };
  return withoutSecrets(report, learner.keys);
}

function reportOf({ at: _, ...place }: Place, tally: Tally): PlaceReport {
  return {
    ...place,
    count: tally.count,
    date: dateOf(tally.newest),
    answers: answersOf(tally),
    ...(tally.more > 0 && { more: tally.more }),
    ...(tally.shape.count > 0 && { schema: schemaOf(tally.shape) }),
    ...(tally.shapes.size > 0 && { schemas: schemasOf(tally.shapes) }),
    ...(tally.example !== undefined && { example: tally.example }),
  };
}

function lengthsOf(
  { at: _, ...place }: Place,
  tally: Tally,
  lengths: ReadonlyMap<string, number>,
): PlaceReport {
  const answers = [...lengths].map(([field, length]) => ({
    what: `${field}: ${length}`,
    count: 1,
    exchange: 0,
  }));
  return { ...place, count: answers.length, date: dateOf(tally.newest), answers };
}

function answersOf({ answers }: Tally): readonly ObservedAnswer[] {
  return [...answers]
    .map(([what, { count, exchange, source }]) => ({
      what,
      count,
      exchange,
      ...(source !== undefined && { source }),
    }))
    .sort((one, two) => two.count - one.count);
}

function schemasOf(shapes: Tally['shapes']): Readonly<Record<string, Schema>> {
  return Object.fromEntries([...shapes].sort().map(([tag, shape]) => [tag, schemaOf(shape)]));
}

const dateOf = (time: number) => new Date(time).toISOString();
