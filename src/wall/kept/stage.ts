/**
 * All screens and their sandboxes, on one clock: plays steps at their times, stops at moments, and tells which screens changed when.
 * Knows no files.
 */
import type { Browser, Page } from '@playwright/test';
import { realElapsed, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import type { RunningWall } from '../server.js';
import { isAnythingDue, round, settle, type StepTargets } from '../steps.js';
import type { KeptStep, WallSandbox } from '../wall-types.js';
import { Screen } from './screen.js';
import { stepText } from './step-text.js';

/** A step with its time in ms since the start. */
export interface PlannedStep {
  readonly at: number;
  readonly step: KeptStep;
}

/** A wall whose scenarios are shown, and their names if they differ from those of its frames. */
export interface Cast {
  readonly wall: RunningWall;
  readonly nameOf: (scenario: string) => string;
}

export interface StageOptions {
  readonly browser: Browser;
  readonly casts: readonly Cast[];
  /** The path at which all screens begin. */
  readonly path: string;
  readonly sizes: readonly number[];
  readonly masks: readonly string[];
  /** Steps as code, for each screen after it has loaded. */
  readonly begin?: Begin | undefined;
}

export type Begin = (page: Page, scenario: string) => Promise<unknown>;

/** What changed between two stops. */
export interface Change {
  /** In ms since the start. */
  readonly at: number;
  readonly screens: ReadonlySet<string>;
  /** The scenarios whose job has another state than at the change before. */
  readonly jobs: ReadonlySet<string>;
}

export class Stage {
  readonly screens: readonly Screen[];
  readonly #casts: readonly Cast[];
  readonly #reports: Set<() => void>;
  readonly #startedAt: number;
  #now: number;
  #sandboxes: readonly WallSandbox[] = [];
  #shown = new Map<string, string>();
  #jobs = new Map<string, string>();

  private constructor(casts: readonly Cast[], screens: readonly Screen[], reports: Set<() => void>) {
    this.#casts = casts;
    this.screens = screens;
    this.#reports = reports;
    this.#startedAt = casts[0]?.wall.sandboxes.startedAt ?? 0;
    this.#now = this.#startedAt;
  }

  /** Loads the app in all scenarios, each from the start. */
  static async open({ browser, casts, path, sizes, masks, begin }: StageOptions): Promise<Stage> {
    const reports = new Set<() => void>();
    const onReport = (): void => [...reports].forEach((report) => report());
    for (const { wall } of casts) await wall.sandboxes.reset();
    const opening = casts.flatMap(({ wall, nameOf }) =>
      wall.names.map((scenario) => {
        const url = new URL(path, wall.origin(scenario)).href;
        return Screen.open(browser, { name: nameOf(scenario), url, sizes, masks, onReport });
      }),
    );
    const opened = await Promise.allSettled(opening);
    const screens = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = opened.find((one) => one.status === 'rejected');
    if (failed) {
      await Promise.all(screens.map((screen) => screen.close()));
      throw failed.reason;
    }
    const stage = new Stage(casts, screens, reports);
    try {
      await stage.#settle();
      if (begin) await Promise.all(screens.map((screen) => screen.begin(begin)));
      await stage.#settle();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** In ms since the start. */
  get elapsed(): number {
    return this.#now - this.#startedAt;
  }

  sandbox(name: string): WallSandbox | undefined {
    return this.#sandboxes.find((one) => one.name === name);
  }

  get isAnythingDue(): boolean {
    return isAnythingDue(this.#targets);
  }

  /** Whether a job changes by itself, or a response waits for the clock. */
  get isJobDue(): boolean {
    return this.#sandboxes.some(({ next }) => next !== undefined);
  }

  /** What has changed since the last call. */
  change(): Change {
    const changed = <T>(before: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>): Set<string> =>
      new Set([...now].flatMap(([name, value]) => (before.get(name) === value ? [] : [name])));
    const shown = new Map(this.screens.map(({ name, state }) => [name, state.screen]));
    const jobs = new Map(this.#sandboxes.map(({ name, job }) => [name, job?.status ?? '']));
    const change = {
      at: this.elapsed,
      screens: changed(this.#shown, shown),
      jobs: changed(this.#jobs, jobs),
    };
    [this.#shown, this.#jobs] = [shown, jobs];
    return change;
  }

  /** One round of the clock, at most to an instant. @param to in ms since the start */
  async round(to: number): Promise<void> {
    await round(this.#targets, this.#startedAt + to);
  }

  /** @throws UserError when no screen has the element */
  async play({ step }: PlannedStep, number: number): Promise<void> {
    const unknown = step.in?.find((name) => !this.screens.some((screen) => screen.name === name));
    const text = stepText(step, number);
    if (unknown !== undefined)
      throw new UserError('bad-input', `${text} is for ${unknown}, which is not a scenario of this wall.`, {
        hint: `Expected one of ${this.screens.map(({ name }) => name).join(', ')}.`,
      });
    const playing = this.screens.filter(({ name }) => step.in?.includes(name) ?? true);
    const found = await Promise.all(playing.map((screen) => screen.play(step)));
    if (!found.includes(true))
      throw new StepMissed(
        text,
        playing.map(({ name }) => name),
        number,
        await playing[0]?.picture(),
      );
    for (const [index, screen] of playing.entries()) if (!found[index]) screen.missed.push(text);
    await this.#settle();
  }

  async close(): Promise<void> {
    await Promise.all(this.screens.map((screen) => screen.close()));
  }

  async #settle(): Promise<void> {
    await this.#refresh();
    await settle(this.#targets);
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    const states = await Promise.all(
      this.#casts.map(async ({ wall, nameOf }) =>
        (await wall.sandboxes.state()).map((one) => ({ ...one, name: nameOf(one.name) })),
      ),
    );
    this.#sandboxes = states.flat();
  }

  readonly #targets: StepTargets = {
    now: () => this.#now,
    sandboxes: () => this.#sandboxes,
    screens: () => this.screens.map(({ state }) => state),
    advance: async (to) => {
      for (const { wall } of this.#casts) wall.sandboxes.advance(to);
      this.#now = Math.max(this.#now, to);
      await Promise.all(this.screens.map((screen) => screen.advance(to)));
      await this.#refresh();
    },
    refresh: () => this.#refresh(),
    report: (milliseconds) =>
      new Promise((resolve) => {
        const finish = (): void => {
          this.#reports.delete(finish);
          resolve();
        };
        this.#reports.add(finish);
        setRealTimeout(finish, milliseconds);
      }),
    realNow: realElapsed,
  };
}

/** A step whose element is on no screen. */
export class StepMissed extends UserError {
  readonly number: number;
  /** The screen of the first scenario. */
  readonly png: Buffer | undefined;

  constructor(text: string, scenarios: readonly string[], number: number, png: Buffer | undefined) {
    const where =
      scenarios.length === 1 ? `the scenario ${scenarios[0]}` : `any of ${scenarios.length} scenarios`;
    super('bad-input', `${text} did not find its element in ${where}.`);
    this.number = number;
    this.png = png;
  }
}
