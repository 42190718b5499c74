/**
 * The loaded scenarios by name, and all timelines that jobs play. A reloaded file changes new jobs only: a running job keeps
 * its timeline.
 */
import { UserError } from '../base/user-error.js';
import { didYouMean } from '../base/did-you-mean.js';
import type { Timeline } from './timeline.js';

/** The maximum number of timelines that only running jobs play. */
const MAX_RETAINED_TIMELINES = 1000;

export class ScenarioLibrary {
  /** Called when a retained timeline is evicted. Its jobs become unknown. */
  onEvict: () => void = () => {};
  readonly #current = new Map<string, Timeline>();
  readonly #versions = new Map<string, Timeline>();
  /** Timelines with a newer version of the same name. */
  readonly #superseded = new WeakSet<Timeline>();
  /** The timelines with a `match`, in the order of their names; undefined until they are needed. */
  #matching: readonly Timeline[] | undefined;
  /** The errors of invalid scenario files, by scenario name. */
  readonly #errors = new Map<string, readonly UserError[]>();

  /** New jobs with this scenario play this timeline from now on. */
  set(timeline: Timeline): void {
    const before = this.#current.get(timeline.name);
    if (before) this.#superseded.add(before);
    this.#superseded.delete(timeline);
    this.#current.set(timeline.name, timeline);
    this.#matching = undefined;
    this.#errors.delete(timeline.name);
    this.retain(timeline);
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
  retain(timeline: Timeline, isReplaced = false): void {
    if (isReplaced) this.#superseded.add(timeline);
    this.#versions.delete(timeline.id);
    this.#versions.set(timeline.id, timeline);
    if (this.#versions.size - this.#current.size > MAX_RETAINED_TIMELINES) this.#dropOldest();
  }

  #dropOldest(): void {
    for (const { name, id } of this.#versions.values()) {
      if (this.#current.get(name)?.id === id) continue;
      this.#versions.delete(id);
      this.onEvict();
      return;
    }
  }

  /** The newest version of a timeline, for new jobs. */
  latestVersion(timeline: Timeline): Timeline {
    return this.#superseded.has(timeline) ? (this.#current.get(timeline.name) ?? timeline) : timeline;
  }

  remove(name: string): void {
    this.#current.delete(name);
    this.#matching = undefined;
  }

  get(name: string): Timeline | undefined {
    return this.#current.get(name);
  }

  /** @throws UserError with the nearest existing name, or with the first mistake in the file of this name */
  getOrThrow(name: string): Timeline {
    const timeline = this.#current.get(name);
    if (timeline) return timeline;
    const [mistake] = this.#errors.get(name) ?? [];
    if (mistake) throw mistake;
    throw new UserError('unknown-scenario', unknownName(name, this.names()), {
      hint: `${this.#available()}. Name the folder of your own with --scenarios FOLDER, in code with the option scenarios.`,
    });
  }

  /** The error message for an unknown name, in one line. */
  unknownScenarioMessage(name: string): string {
    const [mistake] = this.#errors.get(name) ?? [];
    if (mistake) return mistake.format().split('\n', 1).join();
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
    return this.names().map((name) => this.getOrThrow(name));
  }

  /** The first scenario, in the order of names, with a `match` for a new job. */
  findMatch(prompt: string, templateId: string | undefined): Timeline | undefined {
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
