/** Reads a recorded status view as far as the steps of a scenario can show it. */
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import type { JobView } from '../../trace/job.js';
import type { LeftOut } from './left-out.js';

export interface Progress {
  readonly total: number;
  readonly done: number;
  /** Empty when the view has none. The pattern, if the text has both the current slide and the total. */
  readonly text: string;
  /** The text with `{slide}`, `{done}` and `{slides}` in place of figures that are equal to them. */
  readonly pattern: string;
}

export type StoryView =
  | {
      readonly status: 'generating';
      readonly progress: Progress | undefined;
      readonly tokens: number | undefined;
    }
  | { readonly status: 'awaiting_input'; readonly message: string }
  | { readonly status: 'completed'; readonly deck: JsonObject; readonly tokens: number | undefined }
  | { readonly status: 'failed'; readonly error: string };

const MOST_SLIDES = 9999;
const MOST_TOKENS = 999_999_999_999;

const FIELDS: Readonly<Record<StoryView['status'], readonly string[]>> = {
  generating: ['progress', 'tokens_used'],
  awaiting_input: ['message'],
  completed: ['presentation', 'tokens_used'],
  failed: ['error'],
};

/** Undefined when no step can show the view. */
export function readView({ status, value }: JobView, leftOut: LeftOut): StoryView | undefined {
  const view = status && viewOf(status, value, leftOut);
  if (!view) {
    leftOut.add('A status view that no step can show');
    return undefined;
  }
  const known = ['generation_id', 'status', ...FIELDS[view.status]];
  const more = Object.keys(value).filter((name) => !known.includes(name));
  if (more.length > 0) leftOut.add(`Fields of a status view: ${more.slice(0, 10).join(', ')}`);
  return view;
}

function viewOf(
  status: StoryView['status'],
  { progress, tokens_used: tokens, message, error, presentation }: JsonObject,
  leftOut: LeftOut,
): StoryView | undefined {
  switch (status) {
    case 'generating':
      return { status, progress: progressOf(progress, leftOut), tokens: countOf(tokens, MOST_TOKENS) };
    case 'awaiting_input':
      return isText(message) ? { status, message } : undefined;
    case 'completed':
      return {
        status,
        deck: isObject(presentation) ? presentation : {},
        tokens: countOf(tokens, MOST_TOKENS),
      };
    case 'failed':
      return isText(error) ? { status, error } : undefined;
  }
}

function progressOf(progress: unknown, leftOut: LeftOut): Progress | undefined {
  if (progress === undefined || progress === null) return undefined;
  const total = countOf(fieldOf(progress, 'slides_total'), MOST_SLIDES);
  const done = countOf(fieldOf(progress, 'slides_completed'), total ?? 0);
  const step = fieldOf(progress, 'current_step');
  if (total === undefined || done === undefined) {
    leftOut.add('Progress without a number of slides');
    return undefined;
  }
  // A step would fill in its placeholders.
  const text = isText(step) ? step.replaceAll(/\{(\w+)\}/g, '($1)') : '';
  const pattern = patternOf(text, done, total);
  const isCertain = /\{(?:slide|done)\}/.test(pattern) && pattern.includes('{slides}');
  return { total, done, text: isCertain ? pattern : text, pattern };
}

/** `Writing slide 3 of 8` is `Writing slide {slide} of {slides}` while two slides are done. */
function patternOf(text: string, done: number, total: number): string {
  const next = Math.min(done + 1, total);
  let isCounted = false;
  return text.replaceAll(/\d+/g, (figure) => {
    const value = Number(figure);
    if (!isCounted && (value === next || value === done)) {
      isCounted = true;
      return value === next ? '{slide}' : '{done}';
    }
    return value === total ? '{slides}' : figure;
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function countOf(value: unknown, most: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
    ? value
    : undefined;
}
