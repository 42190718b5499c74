/** What was learnt of a service, as plain data that survives JSON. The overlay and the readable report are made from it. */
import type { Learner } from './fold/learner.js';
import type { Tally } from './fold/tally.js';
import { places, type Place } from './places.js';
import { schemaOf, type Schema } from './shape/schema.js';

export interface Learnt {
  /** The origin and path that the requests were sent to; empty when addresses were relative. */
  readonly service: string;
  readonly exchanges: number;
  /** Of no operation, or answered from a cache. */
  readonly unrelated: number;
  /** Without a whole answer. */
  readonly unanswered: number;
  /** The recording carries no keys, so nothing is learnt about missing ones. */
  readonly withoutKeys: boolean;
  /** Documented promises that were broken: nothing is learnt from these exchanges. */
  readonly broken: readonly LearntAnswer[];
  /** When the newest exchange began; `undefined` when there was none. */
  readonly newest: string | undefined;
  readonly places: readonly LearntPlace[];
  /** Places that nothing in the traffic shows: ids. */
  readonly unseen: readonly string[];
}

export interface LearntPlace {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  readonly assumed?: string;
  readonly count: number;
  /** The day and time of the newest observation, on the journal's clock. */
  readonly date: string;
  /** What was seen, the most frequent first. More than one of them is a contradiction that is shown, not settled. */
  readonly answers: readonly LearntAnswer[];
  /** How many fell under further answers. */
  readonly more?: number;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface LearntAnswer {
  readonly what: string;
  readonly count: number;
  /** The exchange that showed it first: its `sequence`. */
  readonly exchange: number;
}

/** @param service where the requests went */
export function learntOf(learner: Learner, service: string): Learnt {
  const { tallies, lengths } = learner.notes;
  const seen = places.flatMap((place) => {
    const tally = tallies.get(place.id);
    if (!tally) return [];
    if (place.id === 'lengths') return [lengthsOf(place, tally, lengths)];
    return [placeOf(place, tally)];
  });
  return {
    service,
    exchanges: learner.exchanges,
    unrelated: learner.unrelated,
    unanswered: learner.unanswered,
    withoutKeys: learner.isWithoutKeys,
    broken: answersOf(learner.broken),
    newest: learner.newest > 0 ? dateOf(learner.newest) : undefined,
    places: seen,
    unseen: places.map(({ id }) => id).filter((id) => !tallies.has(id)),
  };
}

function placeOf({ at: _, ...place }: Place, tally: Tally): LearntPlace {
  return {
    ...place,
    count: tally.count,
    date: dateOf(tally.newest),
    answers: answersOf(tally),
    ...(tally.more > 0 && { more: tally.more }),
    ...(tally.shape.count > 0 && { schema: schemaOf(tally.shape) }),
    ...(tally.example !== undefined && { example: tally.example }),
  };
}

function lengthsOf(
  { at: _, ...place }: Place,
  tally: Tally,
  lengths: ReadonlyMap<string, number>,
): LearntPlace {
  const answers = [...lengths].map(([field, length]) => ({
    what: `${field}: ${length}`,
    count: 1,
    exchange: 0,
  }));
  return { ...place, count: answers.length, date: dateOf(tally.newest), answers };
}

function answersOf({ answers }: Tally): readonly LearntAnswer[] {
  return [...answers]
    .map(([what, { count, exchange }]) => ({ what, count, exchange }))
    .sort((one, two) => two.count - one.count);
}

const dateOf = (time: number) => new Date(time).toISOString();
