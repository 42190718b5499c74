/** Counts the slides of a job and fills the text of its progress. */
import { BoundedMap } from '../base/bounded-map.js';
import type { CompiledGenerateStep, CompiledStep, SlideCount } from '../scenario/timeline.js';

/** As in a status response. */
export interface SlideProgress {
  readonly total: number;
  readonly completed: number;
  readonly currentStep: string;
}

/** The progress that each step takes over from the steps before, and changes. */
export interface RunningProgress {
  /** Undefined before the first step with slides, and after a step that hides progress. */
  readonly completed: number | undefined;
  /** Can be less than `completed`, after a step that decreases it. */
  readonly total: number;
  /** The text of the progress, with placeholders. */
  readonly template: string;
}

/** The text of progress if the scenario has none. */
const DEFAULT_TEMPLATE = 'Writing slide {slide} of {slides_total}';

/** The parsed texts of steps: alternating literals and names of placeholders. */
const templateParts = new BoundedMap<string, readonly string[]>(1000);

/** @param slides the number of slides of the presentation */
export function getInitialProgress(slides: number): RunningProgress {
  return { completed: undefined, total: slides, template: DEFAULT_TEMPLATE };
}

/**
 * @param before the progress before the step
 * @param share the elapsed fraction of the step, from 0 to 1
 */
export function advanceProgress(step: CompiledStep, before: RunningProgress, share: number): RunningProgress {
  switch (step.kind) {
    case 'generate': {
      const total = step.total ?? before.total;
      const previous = step.hidesProgress ? undefined : before.completed;
      return {
        completed: completedSlides(step, share, total, previous),
        total,
        template: step.currentStep ?? before.template,
      };
    }
    case 'stall':
      return { ...before, template: step.currentStep ?? before.template };
    case 'ask':
    case 'complete':
    case 'fail':
      return before;
  }
}

/** The number of completed slides after a fraction of a step; `undefined` before the first step with slides. */
export function completedSlides(
  { slides }: CompiledGenerateStep,
  share: number,
  total: number,
  previous: number | undefined,
): number | undefined {
  if (!slides) return previous;
  const from = slides.from ? resolveSlideCount(slides.from, total) : (previous ?? 0);
  return interpolate(from, resolveSlideCount(slides.to, total), share);
}

export function formatProgress({ completed, total, template }: RunningProgress): SlideProgress | undefined {
  if (completed === undefined) return undefined;
  const shown = Math.min(completed, total);
  return { total, completed: shown, currentStep: fillTemplate(template, shown, total) };
}

/**
 * Interpolates a count that grows linearly during a step, rounded towards `from`.
 * @param share the elapsed fraction of the step, from 0 to 1
 */
export function interpolate(from: number, to: number, share: number): number {
  return from + Math.floor((to - from) * share);
}

function resolveSlideCount(count: SlideCount, total: number): number {
  return 'share' in count ? Math.round(count.share * total) : Math.min(count.slides, total);
}

function fillTemplate(template: string, completed: number, total: number): string {
  let parts = templateParts.get(template);
  if (!parts)
    templateParts.set(template, (parts = template.split(/\{(slide|slides_total|slides_completed)\}/)));
  let filled = parts[0] as string;
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index];
    filled +=
      name === 'slides_total'
        ? total
        : name === 'slides_completed'
          ? completed
          : Math.min(completed + 1, total);
    filled += parts[index + 1] as string;
  }
  return filled;
}
