/**
 * Reads a recorded status view with the vocabulary of scenarios: what steps compute, and the fields that they show besides.
 */
import { lifecycle } from '../generated/lifecycle.js';
import { fieldOf, isObject, type JsonObject } from '../base/json.js';

export interface ViewProgress {
  readonly total: number;
  readonly done: number;
  readonly text: string;
}

export interface ViewSection {
  readonly title: string;
  readonly layout: 'title' | 'bullets' | 'quote' | 'closing';
  readonly bullets: readonly string[];
}

interface Shown {
  /** The other fields of the view; absent when there is none. */
  readonly extra?: JsonObject;
}

export type StatusView = Shown &
  (
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
        /** The number of sections. */
        readonly count: number;
        /** Undefined for sections of another shape than Deckhand's own; they are in `presentation`. */
        readonly sections: readonly ViewSection[] | undefined;
        readonly isPublic: boolean;
        readonly tokens: number;
        /** The other fields of the presentation. */
        readonly presentation: JsonObject;
      }
    | { readonly status: 'failed'; readonly error: string }
  );

export interface ReadView {
  /** The nearest view that steps can show; undefined when steps cannot show its status. */
  readonly view: StatusView | undefined;
  /** Whether `view` contains all fields. */
  readonly isExact: boolean;
}

const UNREADABLE: ReadView = { view: undefined, isExact: false };
const MOST_SLIDES = 9999;
const MOST_TOKENS = 999_999_999_999;
const LAYOUTS: readonly unknown[] = ['title', 'bullets', 'quote', 'closing'];

/** @param id the id of the job; with another id in the view, the result is not exact */
export function readStatusView(value: unknown, id: string | undefined): ReadView {
  const status = fieldOf(value, 'status');
  if (!isObject(value) || typeof status !== 'string' || !Object.hasOwn(lifecycle.states, status))
    return UNREADABLE;
  const hasId = id === undefined || fieldOf(value, 'generation_id') === id;
  const read = readers[status as keyof typeof lifecycle.states](value);
  const { view, computed, isExact } = read;
  if (!view) return UNREADABLE;
  const extra = without(value, ['generation_id', 'status', ...computed]);
  // Only a step computes tokens. Null can be shown by any.
  const hasTokens = typeof extra['tokens_used'] === 'number' || typeof extra['tokens_used'] === 'string';
  return {
    view: Object.keys(extra).length > 0 ? { ...view, extra } : view,
    isExact: isExact && hasId && !hasTokens,
  };
}

interface Reading extends ReadView {
  /** The fields that the step computes. */
  readonly computed: readonly string[];
}

const NOTHING: Reading = { ...UNREADABLE, computed: [] };

const readers: Readonly<Record<keyof typeof lifecycle.states, (value: JsonObject) => Reading>> = {
  generating(value) {
    const { tokens, computed } = tokensOf(value);
    const progress = progressOf(value['progress']);
    return {
      view: { status: 'generating', progress, tokens: tokens ?? 0 },
      computed: [...computed, ...(progress ? ['progress'] : [])],
      isExact: tokens !== undefined,
    };
  },
  awaiting_input({ message }) {
    if (!isText(message)) return NOTHING;
    return { view: { status: 'awaiting_input', message }, computed: ['message'], isExact: true };
  },
  completed(value) {
    const { tokens, computed } = tokensOf(value);
    const presentation = isObject(value['presentation']) ? value['presentation'] : {};
    const { title, sections, is_public: isPublic } = presentation;
    const list: readonly unknown[] = Array.isArray(sections) ? sections : [];
    const own = list.map(sectionOf);
    const isOwn = own.every((section) => section !== undefined);
    return {
      view: {
        status: 'completed',
        title: typeof title === 'string' ? title : undefined,
        count: list.length,
        sections: isOwn ? own : undefined,
        isPublic: isPublic === true,
        tokens: tokens ?? 0,
        presentation: {
          ...without(presentation, [...MADE, 'title', 'is_public', 'sections']),
          ...(!isOwn && { sections: list }),
        },
      },
      computed: [...computed, 'presentation'],
      isExact:
        tokens !== undefined &&
        typeof title === 'string' &&
        typeof isPublic === 'boolean' &&
        Array.isArray(sections) &&
        MADE.every((name) => typeof presentation[name] === 'string'),
    };
  },
  failed({ error }) {
    if (!isText(error)) return NOTHING;
    return { view: { status: 'failed', error }, computed: ['error'], isExact: true };
  },
};

/** The fields of a presentation that the stand-in makes itself. */
const MADE = ['id', 'workspace_id', 'url', 'created_at', 'updated_at'];

/** Undefined when a step cannot compute it; then the view has it as a field. */
function progressOf(recorded: unknown): ViewProgress | undefined {
  if (!isObject(recorded) || Object.keys(recorded).length !== 3) return undefined;
  const { slides_total: total, slides_completed: done, current_step: text } = recorded;
  if (!isCount(total, MOST_SLIDES) || !isCount(done, total) || !isText(text)) return undefined;
  // The step would replace a text such as `{slide}`.
  return /\{\w+\}/.test(text) ? undefined : { total, done, text };
}

/** `tokens` is 0 when the view shows none, and undefined when a step cannot show the value. */
function tokensOf({ tokens_used: tokens }: JsonObject): {
  readonly tokens: number | undefined;
  readonly computed: readonly string[];
} {
  if (tokens === undefined || tokens === null) return { tokens: 0, computed: [] };
  const isShown = isCount(tokens, MOST_TOKENS) && tokens > 0;
  return { tokens: isShown ? tokens : undefined, computed: ['tokens_used'] };
}

/** Undefined for a section that Deckhand itself would not send. */
function sectionOf(section: unknown, index: number): ViewSection | undefined {
  if (!isObject(section) || Object.keys(section).length !== 4 || index >= 500) return undefined;
  const { id, title, layout, bullets } = section;
  if (id !== `s${index + 1}` || typeof title !== 'string' || !LAYOUTS.includes(layout)) return undefined;
  if (!Array.isArray(bullets) || bullets.length > 100) return undefined;
  const texts: readonly unknown[] = bullets;
  if (!texts.every((bullet) => typeof bullet === 'string')) return undefined;
  return { title, layout: layout as ViewSection['layout'], bullets: texts };
}

function without(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}
