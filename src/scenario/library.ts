/**
 * Stores the loaded scenarios by name, and all timelines that jobs play. A reloaded file affects only new jobs: a running job keeps
 * its timeline.
 */
import { UserError } from '../base/user-error.js';
import { didYouMean } from '../base/did-you-mean.js';
import type { Timeline } from './timeline.js';

/** The maximum number of timelines that are stored only for running jobs. */
const MAX_RETAINED_TIMELINES = 1000;

export class ScenarioLibrary {
  /** Called when a retained timeline is evicted. Its jobs become unknown. */
  onEvict: () => void = () => {};
  readonly #current = new Map<string, Timeline>();
  readonly #byId = new Map<string, Timeline>();
  /** Timelines with a newer version of the same name. */
  readonly #superseded = new WeakSet<Timeline>();
  /** The timelines with a `match`, in the order of their names; undefined until the first use. */
  #matching: readonly Timeline[] | undefined;
  /** The errors of invalid scenario files, by scenario name. */
  readonly #errors = new Map<string, readonly UserError[]>();

  /** Adds a timeline, or replaces the one with the same name. */
  set(timeline: Timeline): void {
    const previous = this.#current.get(timeline.name);
    if (previous) this.#superseded.add(previous);
    this.#superseded.delete(timeline);
    this.#current.set(timeline.name, timeline);
    this.#matching = undefined;
    this.#errors.delete(timeline.name);
    this.retain(timeline);
  }

  /** Sets the errors of an invalid file. The last valid version of the scenario stays active. */
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
   * Keeps a timeline that running jobs play, so that `byId` finds it. Only `set` lets new jobs select it by its name.
   * @param isSuperseded whether a newer timeline has its name
   */
  retain(timeline: Timeline, isSuperseded = false): void {
    if (isSuperseded) this.#superseded.add(timeline);
    // Deleted first, so that it becomes the newest entry.
    this.#byId.delete(timeline.id);
    this.#byId.set(timeline.id, timeline);
    if (this.#byId.size - this.#current.size > MAX_RETAINED_TIMELINES) this.#evictOldest();
  }

  #evictOldest(): void {
    for (const { name, id } of this.#byId.values()) {
      if (this.#current.get(name)?.id === id) continue;
      this.#byId.delete(id);
      this.onEvict();
      return;
    }
  }

  /** The newest version of a timeline, for new jobs. */
  latestVersion(timeline: Timeline): Timeline {
    return this.#superseded.has(timeline) ? (this.#current.get(timeline.name) ?? timeline) : timeline;
  }

  get(name: string): Timeline | undefined {
    return this.#current.get(name);
  }

  /** The current timeline of a name, or the newest one that only jobs play, such as an inline scenario. */
  newestVersion(name: string): Timeline | undefined {
    return this.#current.get(name) ?? [...this.#byId.values()].findLast((one) => one.name === name);
  }

  /** @throws UserError with the nearest existing name, or with the first error in the file of this name */
  getOrThrow(name: string): Timeline {
    const timeline = this.#current.get(name);
    if (timeline) return timeline;
    const [error] = this.#errors.get(name) ?? [];
    if (error) throw error;
    throw new UserError('unknown-scenario', unknownNameMessage(name, this.names()), {
      hint: `${this.#available()}. Your own scenarios come from --scenarios FOLDER, or from the option scenarios in code.`,
    });
  }

  /** The error message for an unknown name, in one line. */
  unknownScenarioMessage(name: string): string {
    const [error] = this.#errors.get(name) ?? [];
    if (error) return error.format().split('\n')[0] ?? '';
    const text = unknownNameMessage(name, this.names());
    return text.endsWith('?') ? text : `${text} ${this.#available()}`;
  }

  #available(): string {
    return `Available scenarios: ${this.names().join(', ')}`;
  }

  byId(id: string): Timeline | undefined {
    return this.#byId.get(id);
  }

  names(): string[] {
    return [...this.#current.keys()].sort();
  }

  list(): Timeline[] {
    return this.names().map((name) => this.getOrThrow(name));
  }

  /** The first scenario, in the order of names, with a `match` for a new job. The texts of a `match` are in lower case. */
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

/** Suggests the closest existing name. A name from a request can be long. */
function unknownNameMessage(name: string, names: readonly string[]): string {
  const short = name.slice(0, 64);
  return `There is no scenario "${short}".${didYouMean(short, names)}`;
}
