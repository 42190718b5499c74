/** The phases of work of a service in the order of a usual job: by their mean place in the jobs that have them. */
import type { JobPace, Phase } from './job-pace.js';
import { sharedTexts, type SharedTexts } from './shared-texts.js';

export class UsualOrder {
  readonly names: readonly string[];
  readonly #texts: SharedTexts;

  constructor(jobs: readonly JobPace[]) {
    this.#texts = sharedTexts(jobs, ({ phases }) =>
      phases.filter(({ kind }) => kind === 'slides').map(({ text }) => text),
    );
    const places = new Map<string, number[]>();
    for (const { phases } of jobs) {
      const names = [...new Set(phases.flatMap((phase) => this.nameOf(phase) ?? []))];
      for (const [place, name] of names.entries())
        places.set(name, [...(places.get(name) ?? []), (place + 1) / (names.length + 1)]);
    }
    this.names = [...places].sort(([, one], [, two]) => mean(one) - mean(two)).map(([name]) => name);
  }

  /** The name of a phase of work; `undefined` for a question. */
  nameOf(phase: Phase): string | undefined {
    return phase.kind === 'question' ? undefined : `${phase.kind} ${this.textOf(phase)}`;
  }

  /** The text of the service; empty if jobs of different prompts do not share it. */
  textOf({ text }: Phase): string {
    return this.#texts.has(text) ? text : '';
  }
}

/** The number of phases in the usual order, up to the last one that was seen. */
export function placeAfter(phases: readonly Phase[], order: UsualOrder): number {
  const places = phases
    .flatMap((phase) => order.nameOf(phase) ?? [])
    .map((name) => order.names.indexOf(name));
  return Math.max(0, ...places.map((place) => place + 1));
}

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
