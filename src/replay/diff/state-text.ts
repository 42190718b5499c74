/** A status view in a few words: what a user of the app would notice. */
import { fieldOf } from '../../base/json.js';

export interface StateText {
  /** The state without texts of users. States with the same key are compared by their bodies. */
  readonly key: string;
  readonly text: string;
  /** What grows while the state stays the same; empty if nothing does. */
  readonly figure: string;
}

/** @returns undefined for a body without a status */
export function stateOf(view: unknown): StateText | undefined {
  const status = fieldOf(view, 'status');
  if (typeof status !== 'string') return undefined;
  if (status === 'generating') return generating(view);
  const text = [status, textOf(status, view)].filter((part) => part !== '').join(' ');
  return { key: status, text, figure: '' };
}

function generating(view: unknown): StateText {
  const progress = fieldOf(view, 'progress');
  const [done, total] = [fieldOf(progress, 'slides_completed'), fieldOf(progress, 'slides_total')];
  const text = typeof total === 'number' ? `generating ${total} slides` : 'generating';
  return {
    key: text,
    text,
    figure: typeof done === 'number' ? `${done}` : '',
  };
}

function textOf(status: string, view: unknown): string {
  const quoted = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : '');
  if (status === 'awaiting_input') return quoted(fieldOf(view, 'message'));
  if (status === 'failed') return quoted(fieldOf(view, 'error'));
  const presentation = fieldOf(view, 'presentation');
  const sections = fieldOf(presentation, 'sections');
  const count = Array.isArray(sections) ? ` (${sections.length} sections)` : '';
  return quoted(fieldOf(presentation, 'title')) + count;
}
