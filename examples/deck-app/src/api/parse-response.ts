/**
 * Parses responses defensively.: what is documented has to be there, what is not may be missing.
 * `undefined` for an answer that is not what it should be.
 */
import type {
  GenerationAccepted,
  JobView,
  Presentation,
  Progress,
  Section,
  Template,
} from 'deckhand/types/assumed';

type Fields = Record<string, unknown>;

/** Neither the list (4.1) nor its entries (2.3) are shown: a list, or an object that has one, of things with an id. */
export function readTemplates(body: unknown): readonly Template[] | undefined {
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

export function readAccepted(body: unknown): GenerationAccepted | undefined {
  const { generation_id, poll_url } = fields(body) ?? {};
  if (typeof generation_id !== 'string' || generation_id === '') return undefined;
  return { generation_id, status: 'generating', poll_url: text(poll_url) };
}

/** Sections 2.2 and 4.5. */
export function readJobView(body: unknown): JobView | undefined {
  const { generation_id, status, progress, tokens_used, message, presentation, error } = fields(body) ?? {};
  if (typeof generation_id !== 'string') return undefined;
  const shownProgress = readProgress(progress);
  const tokens = count(tokens_used);
  const working = {
    ...(shownProgress && { progress: shownProgress }),
    ...(tokens && { tokens_used: tokens }),
  };
  switch (status) {
    case 'generating':
      return { generation_id, status, ...working };
    case 'awaiting_input':
      return typeof message === 'string' ? { generation_id, status, message } : undefined;
    case 'completed': {
      const deck = readPresentation(presentation);
      return deck && { generation_id, status, presentation: deck, ...(tokens && { tokens_used: tokens }) };
    }
    case 'failed':
      return typeof error === 'string' ? { generation_id, status, error } : undefined;
    default:
      return undefined;
  }
}

/** Section 2.1. */
export function readPresentation(body: unknown): Presentation | undefined {
  const deck = fields(body);
  if (typeof deck?.['id'] !== 'string' || typeof deck['title'] !== 'string') return undefined;
  const { id, title, workspace_id, sections, is_public, url, created_at, updated_at } = deck;
  return {
    id: text(id),
    title: text(title),
    workspace_id: text(workspace_id),
    sections: Array.isArray(sections) ? sections.map(readSection) : [],
    is_public: is_public === true,
    url: text(url),
    created_at: text(created_at),
    updated_at: text(updated_at),
  };
}

function readProgress(value: unknown): Progress | undefined {
  const { slides_total, slides_completed, current_step } = fields(value) ?? {};
  const [total, completed] = [count(slides_total), count(slides_completed)];
  if (total === undefined || completed === undefined) return undefined;
  return { slides_total: total, slides_completed: completed, current_step: text(current_step) };
}

/** The shape of sections is not shown (2.1): this is what one made of words may look like. */
function readSection(value: unknown, index: number): Section {
  const { id, title = value, layout, bullets } = fields(value) ?? {};
  const known = (['title', 'quote', 'closing'] as const).find((name) => name === layout);
  return {
    id: text(id) || String(index),
    title: text(title),
    layout: known ?? 'bullets',
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
