/**
 * The loaded scenarios by name, and all timelines that jobs play. A reloaded file changes new jobs only: a running job keeps
 * its timeline.
 */
import type { Account, Holder } from '../base/memory-budget.js';
import { UserError } from '../base/user-error.js';
import { didYouMean } from '../base/nearest.js';
import type { Timeline } from './timeline.js';
import { weighTimeline } from './weigh.js';

/** The maximum number of timelines in memory. Beyond it, the library drops the oldest replaced timeline. */
const MOST_VERSIONS = 10_000;

export class ScenarioLibrary implements Holder {
  readonly kind = 'scenarios';
  #account: Account | undefined;
  #weight = 0;
  readonly #current = new Map<string, Timeline>();
  readonly #versions = new Map<string, Timeline>();
  /** Timelines with a newer version of the same name. */
  readonly #replaced = new WeakSet<Timeline>();
  /** The timelines with a `match`, in the order of their names; undefined until they are needed. */
  #matching: readonly Timeline[] | undefined;
  /** The errors of invalid scenario files, by scenario name. */
  readonly #errors = new Map<string, readonly UserError[]>();

  /** The approximate bytes of the timelines that only running jobs play. */
  get weight(): number {
    return this.#weight;
  }

  /** From now on, the account pays for timelines that only running jobs play. */
  chargeTo(account: Account): void {
    this.#account = account;
    account.add(this);
    account.charge(this.#weight);
  }

  /** Drops the oldest timeline that only running jobs play. These jobs are no longer known. */
  dropOldest(): void {
    for (const timeline of this.#versions.values()) {
      if (this.#isCurrent(timeline)) continue;
      this.#versions.delete(timeline.id);
      this.#charge(-weighTimeline(timeline));
      return;
    }
  }

  /** New jobs with this scenario play this timeline from now on. */
  put(timeline: Timeline): void {
    const before = this.#current.get(timeline.name);
    if (before) this.#replaced.add(before);
    this.#replaced.delete(timeline);
    this.#setCurrent(timeline.name, timeline);
    this.#matching = undefined;
    this.#errors.delete(timeline.name);
    this.keep(timeline);
  }

  /** Notes the errors of an invalid file. An earlier valid version of the scenario stays in use. */
  setErrors(name: string, errors: readonly UserError[]): void {
    this.#errors.set(name, errors);
  }

  /** Removes the errors of a file, for example after its deletion. */
  clearErrors(name: string): void {
    this.#errors.delete(name);
  }

  invalidFiles(): { readonly name: string; readonly errors: readonly UserError[] }[] {
    return [...this.#errors].map(([name, errors]) => ({ name, errors })).sort(byName);
  }

  /**
   * Keeps a timeline for running jobs. New jobs cannot choose it.
   * @param isReplaced whether a newer timeline has its name
   */
  keep(timeline: Timeline, isReplaced = false): void {
    if (isReplaced) this.#replaced.add(timeline);
    const isNew = !this.#versions.delete(timeline.id);
    this.#versions.set(timeline.id, timeline);
    if (isNew && !this.#isCurrent(timeline)) this.#charge(weighTimeline(timeline));
    if (this.#versions.size > MOST_VERSIONS) this.dropOldest();
  }

  #isCurrent({ name, id }: Timeline): boolean {
    return this.#current.get(name)?.id === id;
  }

  /** A timeline that is no longer current stays for its jobs, and is charged from now on. */
  #setCurrent(name: string, timeline: Timeline | undefined): void {
    const before = this.#current.get(name);
    const isAgain = timeline !== undefined && this.#versions.has(timeline.id) && !this.#isCurrent(timeline);
    if (timeline) this.#current.set(name, timeline);
    else this.#current.delete(name);
    if (isAgain) this.#charge(-weighTimeline(timeline));
    if (before && before.id !== timeline?.id && this.#versions.has(before.id))
      this.#charge(weighTimeline(before));
  }

  #charge(bytes: number): void {
    this.#weight += bytes;
    this.#account?.charge(bytes);
  }

  /** The newest version of a timeline, for new jobs. */
  latest(timeline: Timeline): Timeline {
    return this.#replaced.has(timeline) ? (this.#current.get(timeline.name) ?? timeline) : timeline;
  }

  remove(name: string): void {
    this.#setCurrent(name, undefined);
    this.#matching = undefined;
  }

  get(name: string): Timeline | undefined {
    return this.#current.get(name);
  }

  /** @throws UserError with the nearest existing name */
  need(name: string): Timeline {
    const timeline = this.#current.get(name);
    if (timeline) return timeline;
    throw new UserError('unknown-scenario', unknownName(name, this.names()), { hint: this.#available() });
  }

  /** The error message for an unknown name, in one line. */
  unknown(name: string): string {
    const text = unknownName(name, this.names());
    return text.endsWith('?') ? text : `${text} ${this.#available()}`;
  }

  #available(): string {
    return `Available scenarios: ${this.names().join(', ')}`;
  }

  byId(id: string): Timeline | undefined {
    return this.#versions.get(id);
  }

  names(): string[] {
    return [...this.#current.keys()].sort();
  }

  list(): Timeline[] {
    return this.names().map((name) => this.need(name));
  }

  /** The first scenario, in the order of names, with a `match` for a new job. */
  matching(prompt: string, templateId: string | undefined): Timeline | undefined {
    let lowerCase: string | undefined;
    this.#matching ??= this.list().filter((timeline) => timeline.match !== undefined);
    for (const timeline of this.#matching) {
      const { match } = timeline;
      if (!match) continue;
      if (match.templateId !== undefined && match.templateId !== templateId) continue;
      if (match.prompt !== undefined && !(lowerCase ??= prompt.toLowerCase()).includes(match.prompt))
        continue;
      return timeline;
    }
    return undefined;
  }
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

/** With the nearest existing name. Names from outside can be long. */
function unknownName(name: string, names: readonly string[]): string {
  const short = name.slice(0, 64);
  return `There is no scenario "${short}".${didYouMean(short, names)}`;
}
