/** Parses responses defensively: documented fields are required, all others are optional. An invalid response is `undefined`. */
import type {
  GenerationAccepted,
  JobView,
  Presentation,
  Progress,
  Section,
  Template,
} from 'deckhand/types/mock';

type Fields = Record<string, unknown>;

/** The spec does not define the list (4.1) and its entries (2.3): accepts an array, or an object with an array, of objects with an id. */
export function parseTemplates(body: unknown): readonly Template[] | undefined {
  const list = Array.isArray(body) ? body : Object.values(fields(body) ?? {}).find(Array.isArray);
  return list?.flatMap((entry) => {
    const { id, name, description, outline, slide_count } = fields(entry) ?? {};
    if (typeof id !== 'string') return [];
    return {
      id,
      name: text(name) || id,
      description: text(description),
      outline: texts(outline),
      slide_count: count(slide_count) ?? texts(outline).length,
    };
  });
}

export function parseAccepted(body: unknown): GenerationAccepted | undefined {
  const { generation_id, poll_url } = fields(body) ?? {};
  if (typeof generation_id !== 'string' || generation_id === '') return undefined;
  return { generation_id, status: 'generating', poll_url: text(poll_url) };
}

/** Sections 2.2 and 4.5. */
export function parseJobView(body: unknown): JobView | undefined {
  const { generation_id, status, progress, tokens_used, message, presentation, error } = fields(body) ?? {};
  if (typeof generation_id !== 'string') return undefined;
  const parsedProgress = parseProgress(progress);
  const tokens = count(tokens_used);
  const generating = {
    ...(parsedProgress && { progress: parsedProgress }),
    ...(tokens && { tokens_used: tokens }),
  };
  switch (status) {
    case 'generating':
      return { generation_id, status, ...generating };
    case 'awaiting_input':
      return typeof message === 'string' ? { generation_id, status, message } : undefined;
    case 'completed': {
      const deck = parsePresentation(presentation);
      return deck && { generation_id, status, presentation: deck, ...(tokens && { tokens_used: tokens }) };
    }
    case 'failed':
      return typeof error === 'string' ? { generation_id, status, error } : undefined;
    default:
      return undefined;
  }
}

/** Section 2.1. */
export function parsePresentation(body: unknown): Presentation | undefined {
  const deck = fields(body);
  if (typeof deck?.['id'] !== 'string' || typeof deck['title'] !== 'string') return undefined;
  const { id, title, workspace_id, sections, is_public, url, created_at, updated_at } = deck;
  return {
    id: text(id),
    title: text(title),
    workspace_id: text(workspace_id),
    sections: Array.isArray(sections) ? sections.map(parseSection) : [],
    is_public: is_public === true,
    url: text(url),
    created_at: text(created_at),
    updated_at: text(updated_at),
  };
}

function parseProgress(value: unknown): Progress | undefined {
  const { slides_total, slides_completed, current_step } = fields(value) ?? {};
  const [total, completed] = [count(slides_total), count(slides_completed)];
  if (total === undefined || completed === undefined) return undefined;
  return { slides_total: total, slides_completed: completed, current_step: text(current_step) };
}

/** The spec does not define sections (2.1): accepts objects with usual fields, and strings. */
function parseSection(value: unknown, index: number): Section {
  const { id, title = value, layout, bullets } = fields(value) ?? {};
  const knownLayout = (['title', 'quote', 'closing'] as const).find((name) => name === layout);
  return {
    id: text(id) || String(index),
    title: text(title),
    layout: knownLayout ?? 'bullets',
    bullets: texts(bullets),
  };
}

function fields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
