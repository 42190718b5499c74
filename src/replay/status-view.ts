/**
 * Reads a recorded status view with the vocabulary of scenarios: the parts that steps can show, and whether these are all
 * that the interface documents (2.2). Undocumented fields are ignored.
 */
import { lifecycle } from '../generated/lifecycle.js';
import { fieldOf, isObject } from '../base/json.js';

export interface ViewProgress {
  readonly total: number;
  readonly done: number;
  readonly text: string;
}

export interface ViewSection {
  readonly title: string;
  readonly bullets: readonly string[];
}

export type StatusView =
  | {
      readonly status: 'generating';
      readonly progress: ViewProgress | undefined;
      /** 0 when the view shows none. */
      readonly tokens: number;
    }
  | { readonly status: 'awaiting_input'; readonly message: string }
  | {
      readonly status: 'completed';
      readonly title: string | undefined;
      /** One for each section; undefined where a section has no title. */
      readonly sections: readonly (ViewSection | undefined)[];
      readonly isPublic: boolean;
      readonly tokens: number;
    }
  | { readonly status: 'failed'; readonly error: string };

export interface ReadView {
  /** The nearest view that steps can show; undefined when steps cannot show its status. */
  readonly view: StatusView | undefined;
  /** Whether `view` contains all documented fields. */
  readonly isExact: boolean;
  /** Whether a field that should be absent is null. */
  readonly hasNull?: boolean;
}

const UNREADABLE: ReadView = { view: undefined, isExact: false };
const MOST_SECTIONS = 500;
const MOST_SLIDES = 9999;
const MOST_TOKENS = 999_999_999_999;

/** @param id the id of the job; with another id in the view, the result is not exact */
export function readStatusView(value: unknown, id: string | undefined): ReadView {
  const status = fieldOf(value, 'status');
  if (!isObject(value) || typeof status !== 'string' || !Object.hasOwn(lifecycle.states, status))
    return UNREADABLE;
  const hasId = id === undefined || fieldOf(value, 'generation_id') === id;
  const { required, optional } = lifecycle.states[status as keyof typeof lifecycle.states];
  const allowed: readonly string[] = [...required, ...optional];
  const hasOtherField = FIELDS.some((field) => isPresent(fieldOf(value, field)) && !allowed.includes(field));
  const hasNull = FIELDS.some((field) => fieldOf(value, field) === null);
  const { view, isExact } = readers[status as keyof typeof lifecycle.states](value);
  return { view, isExact: isExact && hasId && !hasOtherField, hasNull };
}

/** Null counts as absent, as it does in the rules of the contract. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The fields of all statuses. */
const FIELDS: readonly string[] = Object.values(lifecycle.states).flatMap(({ required, optional }) => [
  ...required,
  ...optional,
]);

const readers: Readonly<Record<keyof typeof lifecycle.states, (value: object) => ReadView>> = {
  generating(value) {
    const tokens = tokensOf(value);
    const recorded = fieldOf(value, 'progress');
    const progress = isPresent(recorded) ? progressOf(recorded) : undefined;
    return {
      view: { status: 'generating', progress, tokens: tokens ?? 0 },
      isExact: tokens !== undefined && isPresent(recorded) === isPresent(progress),
    };
  },
  awaiting_input(value) {
    const message = fieldOf(value, 'message');
    return isText(message) ? { view: { status: 'awaiting_input', message }, isExact: true } : UNREADABLE;
  },
  completed(value) {
    const tokens = tokensOf(value);
    const presentation = fieldOf(value, 'presentation');
    const title = fieldOf(presentation, 'title');
    const sections = fieldOf(presentation, 'sections');
    const isPublic = fieldOf(presentation, 'is_public');
    const list: readonly unknown[] = Array.isArray(sections) ? sections : [];
    return {
      view: {
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
    return isText(error) ? { view: { status: 'failed', error }, isExact: true } : UNREADABLE;
  },
};

function progressOf(recorded: unknown): ViewProgress | undefined {
  const [total, done, text] = ['slides_total', 'slides_completed', 'current_step'].map((name) =>
    fieldOf(recorded, name),
  );
  if (!isCount(total, MOST_SLIDES) || !isCount(done, total) || !isText(text)) return undefined;
  // The step would replace a text such as `{slide}`.
  return /\{\w+\}/.test(text) ? undefined : { total, done, text };
}

/** 0 when the view shows none; undefined when a step cannot show the value. */
function tokensOf(value: unknown): number | undefined {
  const tokens = fieldOf(value, 'tokens_used');
  if (!isPresent(tokens)) return 0;
  return isCount(tokens, MOST_TOKENS) && tokens > 0 ? tokens : undefined;
}

function sectionOf(section: unknown): ViewSection | undefined {
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
