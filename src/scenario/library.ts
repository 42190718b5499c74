/**
 * The scenarios a stand-in knows, by name, and every timeline a job may still play: a reloaded file changes what new jobs
 * get and nothing for those that run.
 */
import { UserError } from '../user-error.js';
import { didYouMean } from './nearest.js';
import type { Timeline } from './timeline.js';

/** Old versions kept for the jobs that play them. A test run that never stops loading new ones ends up forgetting the oldest. */
const KEPT_VERSIONS = 10_000;

export class ScenarioLibrary {
  readonly #current = new Map<string, Timeline>();
  readonly #versions = new Map<string, Timeline>();
  /** Versions that another has replaced under their name. */
  readonly #replaced = new WeakSet<Timeline>();
  /** Those that choose their jobs themselves, by name; found when first needed. */
  #matching: readonly Timeline[] | undefined;
  /** What is wrong with files that are no scenario as they stand, by the name they would have. */
  readonly #refused = new Map<string, readonly UserError[]>();

  /** Makes this the version that new jobs get under its name. */
  put(timeline: Timeline): void {
    const before = this.#current.get(timeline.name);
    if (before) this.#replaced.add(before);
    this.#replaced.delete(timeline);
    this.#current.set(timeline.name, timeline);
    this.#matching = undefined;
    this.#refused.delete(timeline.name);
    this.keep(timeline);
  }

  /** Notes that the file of this name cannot be used, until it can or is gone. What is known under the name stays. */
  refuse(name: string, errors: readonly UserError[]): void {
    this.#refused.set(name, errors);
  }

  /** Forgets what was wrong with a file that is gone. */
  forgive(name: string): void {
    this.#refused.delete(name);
  }

  refused(): { readonly name: string; readonly errors: readonly UserError[] }[] {
    return [...this.#refused].map(([name, errors]) => ({ name, errors })).sort(byName);
  }

  /** Keeps a timeline for the jobs that play it, without giving it a name. */
  keep(timeline: Timeline): void {
    this.#versions.delete(timeline.id);
    this.#versions.set(timeline.id, timeline);
    if (this.#versions.size <= KEPT_VERSIONS) return;
    for (const [id, { name }] of this.#versions) {
      if (this.#current.get(name)?.id === id) continue;
      this.#versions.delete(id);
      return;
    }
  }

  /** What new jobs get where this version was chosen: the one that has replaced it, if any has. */
  latest(timeline: Timeline): Timeline {
    return this.#replaced.has(timeline) ? (this.#current.get(timeline.name) ?? timeline) : timeline;
  }

  remove(name: string): void {
    this.#current.delete(name);
    this.#matching = undefined;
  }

  get(name: string): Timeline | undefined {
    return this.#current.get(name);
  }

  /** @throws UserError naming the nearest scenario there is */
  need(name: string): Timeline {
    const timeline = this.#current.get(name);
    if (timeline) return timeline;
    throw new UserError('unknown-scenario', this.unknown(name), {
      hint: `There are: ${this.names().join(', ')}`,
    });
  }

  /** What to say about a name that no scenario has. */
  unknown(name: string): string {
    return `There is no scenario "${name.slice(0, 64)}".${didYouMean(name.slice(0, 64), this.names())}`;
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

  /** The first scenario, by name, whose `match` fits a new job. */
  matching(prompt: string, templateId: string | undefined): Timeline | undefined {
    let folded: string | undefined;
    this.#matching ??= this.list().filter((timeline) => timeline.match !== undefined);
    for (const timeline of this.#matching) {
      const { match } = timeline;
      if (!match) continue;
      if (match.templateId !== undefined && match.templateId !== templateId) continue;
      if (match.prompt !== undefined && !(folded ??= prompt.toLowerCase()).includes(match.prompt)) continue;
      return timeline;
    }
    return undefined;
  }
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;
