/**
 * A job's view as it was recorded, in the terms of scenarios: what steps can say of it, and whether that is all the
 * interface names (2.2). Fields that the interface does not know are nobody's business here.
 */
import { lifecycle } from '../generated/lifecycle.js';
import { fieldOf, isObject } from './answer.js';

export interface SeenProgress {
  readonly total: number;
  readonly done: number;
  readonly text: string;
}

export interface SeenSection {
  readonly title: string;
  readonly bullets: readonly string[];
}

export type Seen =
  | {
      readonly status: 'generating';
      readonly progress: SeenProgress | undefined;
      /** 0 when none are shown. */
      readonly tokens: number;
    }
  | { readonly status: 'awaiting_input'; readonly message: string }
  | {
      readonly status: 'completed';
      readonly title: string | undefined;
      /** One each; without a title where the recording has another shape. */
      readonly sections: readonly (SeenSection | undefined)[];
      readonly isPublic: boolean;
      readonly tokens: number;
    }
  | { readonly status: 'failed'; readonly error: string };

export interface View {
  /** The nearest that steps can say; undefined when they can say nothing of the kind. */
  readonly seen: Seen | undefined;
  /** Whether it says everything that is documented of the view. */
  readonly isExact: boolean;
  /** Whether a field that should be absent is null. */
  readonly hasNull?: boolean;
}

const NOTHING: View = { seen: undefined, isExact: false };
const MOST_SECTIONS = 500;
const MOST_SLIDES = 9999;
const MOST_TOKENS = 999_999_999_999;

/** @param id the job's; another one in the view is none that a step can say */
export function readView(value: unknown, id: string | undefined): View {
  const status = fieldOf(value, 'status');
  if (!isObject(value) || typeof status !== 'string' || !Object.hasOwn(lifecycle.states, status))
    return NOTHING;
  const own = id === undefined || fieldOf(value, 'generation_id') === id;
  const { required, optional } = lifecycle.states[status as keyof typeof lifecycle.states];
  const named: readonly string[] = [...required, ...optional];
  const isForeign = FIELDS.some((field) => isThere(fieldOf(value, field)) && !named.includes(field));
  const hasNull = FIELDS.some((field) => fieldOf(value, field) === null);
  const { seen, isExact } = readers[status as keyof typeof lifecycle.states](value);
  return { seen, isExact: isExact && own && !isForeign, hasNull };
}

/** What is null counts as absent, as it does to the judge. */
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Every field that some state has. */
const FIELDS: readonly string[] = Object.values(lifecycle.states).flatMap(({ required, optional }) => [
  ...required,
  ...optional,
]);

const readers: Readonly<Record<keyof typeof lifecycle.states, (value: object) => View>> = {
  generating(value) {
    const tokens = tokensOf(value);
    const shown = fieldOf(value, 'progress');
    const progress = isThere(shown) ? progressOf(shown) : undefined;
    return {
      seen: { status: 'generating', progress, tokens: tokens ?? 0 },
      isExact: tokens !== undefined && isThere(shown) === isThere(progress),
    };
  },
  awaiting_input(value) {
    const message = fieldOf(value, 'message');
    return isText(message) ? { seen: { status: 'awaiting_input', message }, isExact: true } : NOTHING;
  },
  completed(value) {
    const tokens = tokensOf(value);
    const presentation = fieldOf(value, 'presentation');
    const title = fieldOf(presentation, 'title');
    const sections = fieldOf(presentation, 'sections');
    const isPublic = fieldOf(presentation, 'is_public');
    const list: readonly unknown[] = Array.isArray(sections) ? sections : [];
    return {
      seen: {
        status: 'completed',
        title: typeof title === 'string' ? title : undefined,
        sections: list.slice(0, MOST_SECTIONS).map(sectionOf),
        isPublic: isPublic === true,
        tokens: tokens ?? 0,
      },
      isExact:
        tokens !== undefined &&
        typeof title === 'string' &&
        typeof isPublic === 'boolean' &&
        Array.isArray(sections) &&
        list.length <= MOST_SECTIONS,
    };
  },
  failed(value) {
    const error = fieldOf(value, 'error');
    return isText(error) ? { seen: { status: 'failed', error }, isExact: true } : NOTHING;
  },
};

function progressOf(shown: unknown): SeenProgress | undefined {
  const [total, done, text] = ['slides_total', 'slides_completed', 'current_step'].map((name) =>
    fieldOf(shown, name),
  );
  if (!isCount(total, MOST_SLIDES) || !isCount(done, total) || !isText(text)) return undefined;
  // What looks like a placeholder would be filled in.
  return /\{\w+\}/.test(text) ? undefined : { total, done, text };
}

/** 0 when there are none; undefined when it is no figure that a step can say. */
function tokensOf(value: unknown): number | undefined {
  const tokens = fieldOf(value, 'tokens_used');
  if (!isThere(tokens)) return 0;
  return isCount(tokens, MOST_TOKENS) && tokens > 0 ? tokens : undefined;
}

function sectionOf(section: unknown): SeenSection | undefined {
  const title = fieldOf(section, 'title');
  if (typeof title !== 'string') return undefined;
  const bullets = fieldOf(section, 'bullets');
  return {
    title,
    bullets: Array.isArray(bullets)
      ? bullets.filter((bullet) => typeof bullet === 'string').slice(0, 100)
      : [],
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}
