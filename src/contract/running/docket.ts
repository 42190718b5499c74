/**
 * The calls of one service that are still to be judged, in groups that are about the same things. When there are too many, the
 * groups that have been quiet longest are heard and let go, together with what is known of the whole journal. Groups that
 * later traffic may cast another light on stay to the end.
 */
import type { Call } from '../trace/call.js';
import { traceOf } from '../trace/trace.js';
import { Room } from '../../journal/room.js';
import { RecentMap } from '../recent-map.js';
import { Group, namesOf, sizeOf, spanOf, stateIn } from './group.js';
import type { Proceedings } from './proceedings.js';
import { Witnesses } from './witnesses.js';

export interface DocketLimits {
  /** How many calls are held at the most, about. */
  readonly calls: number;
  /** How many characters their bodies have together, at the most, about. */
  readonly characters: number;
}

export const DOCKET: DocketLimits = { calls: 6000, characters: 33_554_432 };

/** As many are held where calls that are about the same thing come close to each other. */
const FEW = 800;

/** A group smaller than this is held in whole, whatever the limits. */
const LEAST_THINNED = 200;

/** How many names of what was let go are remembered. */
const MOST_NAMES = 20_000;

export class Docket {
  /** How many things came back after they had been judged: their parts were judged apart. */
  resumed = 0;
  readonly #proceedings: Proceedings;
  readonly #mostCharacters: number;
  readonly #room: Room;
  /** The one that was added to longest ago comes first. */
  readonly #groups = new Set<Group>();
  readonly #byName = new Map<string, Group>();
  readonly #witnesses = new Witnesses();
  readonly #gone = new RecentMap<true>(MOST_NAMES);
  #latest: Group | undefined;
  /** How many calls have come, and are held. */
  #count = 0;
  #calls = 0;
  #characters = 0;

  constructor(proceedings: Proceedings, limits: DocketLimits = DOCKET) {
    this.#proceedings = proceedings;
    this.#mostCharacters = limits.characters;
    this.#room = new Room(limits.calls, FEW);
  }

  add(call: Call): void {
    const group = this.#groupOf(namesOf(call));
    if (group.isResumed && call.refused) return;
    this.#count++;
    if (group.calls.length > 0) this.#room.see(this.#count - group.lastOf - 1);
    group.lastOf = this.#count;
    group.add(call);
    if (group !== this.#latest) {
      this.#groups.delete(group);
      this.#groups.add(group);
      this.#latest = group;
    }
    this.#witnesses.see(call, group);
    this.#calls++;
    this.#characters += sizeOf(call);
    const { size } = this.#room;
    if (group.calls.length > Math.max(size / 4, LEAST_THINNED)) this.#thin(group);
    else if (this.#calls > size || this.#characters > this.#mostCharacters) this.#relieve();
  }

  /** Judges what is left. */
  finish(): void {
    this.#hear(this.#groups);
    this.#groups.clear();
    this.#byName.clear();
  }

  #groupOf(names: readonly string[]): Group {
    let found: Group | undefined;
    for (const name of names) {
      const group = this.#byName.get(name);
      if (!group || group === found) continue;
      if (found) this.#unite(found, group);
      found = group;
    }
    const group = found ?? new Group();
    for (const name of names) {
      if (!group.names.has(name) && this.#gone.delete(name)) {
        group.isResumed = true;
        this.resumed++;
        this.#room.grow();
      }
      group.names.add(name);
      this.#byName.set(name, group);
    }
    return group;
  }

  #unite(one: Group, into: Group): void {
    into.absorb(one);
    for (const name of one.names) this.#byName.set(name, into);
    this.#groups.delete(one);
    this.#witnesses.merged(one, into);
  }

  #relieve(): void {
    const witnesses = this.#witnesses.groups;
    const quiet = this.#oldest(
      (group) => !group.isRemarkable && !witnesses.has(group) && !this.#mayGoOn(group),
    );
    const isEnough = quiet.size > 0 && callsOf(quiet) * 4 >= this.#calls;
    if (!isEnough && this.#room.isSmall) {
      this.#room.grow();
      if (this.#calls <= this.#room.size && this.#characters <= this.#mostCharacters) return;
    }
    // Where nearly everything is remarkable, the oldest of it is judged by what is known so far.
    const chosen = isEnough ? quiet : this.#oldest((group) => !witnesses.has(group));
    const groups = chosen.size > 0 ? chosen : this.#oldest(() => true);
    this.#hear(groups);
    for (const group of groups) this.#dismiss(group, witnesses.has(group));
    this.#witnesses.forgetBefore(this.#earliest());
  }

  /** With little room nothing is let go that is likely to come back. */
  #mayGoOn({ isUnderWay, lastOf }: Group): boolean {
    return this.#room.isSmall && (isUnderWay || lastOf > this.#count - this.#room.reach);
  }

  /** Half of what is held, if so much fits, beginning with the quietest. */
  #oldest(fits: (group: Group) => boolean): ReadonlySet<Group> {
    const chosen = new Set<Group>();
    let [calls, characters] = [0, 0];
    for (const group of this.#groups) {
      if (calls * 2 >= this.#calls && characters * 2 >= this.#characters) break;
      if (!fits(group)) continue;
      chosen.add(group);
      calls += group.calls.length;
      characters += group.characters;
    }
    return chosen;
  }

  /** Judges the middle of a group that grows and grows, and keeps its beginning, its end, and where its job moved. */
  #thin(group: Group): void {
    const kept = turningPoints(group.calls);
    const middle = new Set(group.calls.filter((call) => !kept.has(call)));
    this.#hear(new Set([group]), middle);
    this.#calls -= middle.size;
    this.#characters -= group.characters;
    group.keepOnly(kept);
    this.#characters += group.characters;
  }

  #dismiss(group: Group, isWitness: boolean): void {
    this.#groups.delete(group);
    this.#calls -= group.calls.length;
    this.#characters -= group.characters;
    // V8's maps hold on to what was in them until everything is collected; to this, but not to its calls.
    if (!isWitness) group.keepOnly([]);
    for (const name of group.names) {
      this.#byName.delete(name);
      this.#gone.set(name, true);
    }
  }

  /** @param only those of the groups' calls that are to be judged now; others were before, or will be. Default: all */
  #hear(groups: ReadonlySet<Group>, only?: ReadonlySet<Call>): void {
    const heard = [...groups].flatMap(callsIn);
    const beside = this.#besides(groups, heard);
    const known = new Set(beside);
    const isNew = only ? (call: Call) => only.has(call) : (call: Call) => !known.has(call);
    const ordered = [...heard, ...beside].sort(bySequence);
    this.#proceedings.hear(traceOf(ordered, 0, isNew));
  }

  /** Calls of other groups that bear on what is heard: witnesses, and what may have changed it. */
  #besides(groups: ReadonlySet<Group>, heard: readonly Call[]): readonly Call[] {
    const witnesses = this.#witnesses.groups;
    const others = [...witnesses].filter((group) => !groups.has(group)).flatMap(callsIn);
    const known = new Set([...heard.filter(isChange), ...others.filter(isChange)]);
    // What remarkable calls show hangs on more; and where a witness was let go, its things may have come back.
    const isPlain =
      [...groups].every(({ isRemarkable }) => !isRemarkable) &&
      [...witnesses].every((group) => this.#groups.has(group));
    if (!isPlain) return [...others, ...this.#witnesses.changesBeside(known)];
    const spans = [heard, ...[...witnesses].map(({ calls }) => calls)].map(spanOf);
    const isAbout = (name: string): boolean => {
      const group = this.#byName.get(name);
      return group !== undefined && (groups.has(group) || witnesses.has(group));
    };
    return [...others, ...this.#witnesses.changesDuring(spans, known, isAbout)];
  }

  /** Since when something is known: what is held, and witnesses that were let go, as their things may come back. */
  #earliest(): number {
    let earliest = Infinity;
    for (const { calls } of [...this.#groups, ...this.#witnesses.groups])
      earliest = Math.min(earliest, calls[0]?.exchange.startedAt ?? Infinity);
    return earliest;
  }
}

/**
 * The calls that stand for the rest of a long group: its last ones, its start, and the polls that saw a new state. Not the
 * fetches and changes before, and after a change not the finished views: without what lay between, they would contradict.
 */
function turningPoints(calls: readonly Call[]): ReadonlySet<Call> {
  const from = Math.floor(calls.length * 0.75);
  const kept = new Set(calls.slice(from));
  const isChanged = calls.slice(0, from).some(({ operation }) => operation === 'updatePresentation');
  let before: string | undefined;
  for (const call of calls.slice(0, from)) {
    // Where everything is a turning point, the first of them stand for the others.
    if (kept.size >= calls.length / 2) break;
    if (call.operation === 'startGeneration') kept.add(call);
    const status = stateIn(call);
    if (status === undefined || status === before) continue;
    before = status;
    if (!(isChanged && status === 'completed')) kept.add(call);
  }
  return kept;
}

const callsIn = ({ calls }: Group): readonly Call[] => calls;
const isChange = ({ operation }: Call): boolean => operation === 'updatePresentation';
const bySequence = (one: Call, two: Call): number => one.exchange.sequence - two.exchange.sequence;

const callsOf = (groups: ReadonlySet<Group>): number =>
  [...groups].reduce((sum, { calls }) => sum + calls.length, 0);
