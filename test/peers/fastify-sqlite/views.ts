/** What clients see: presentations and status views as JSON. */
import { createHmac } from 'node:crypto';
import { deckOf } from './worker.js';
import type { Database, Row } from './database.js';
import type { Step } from './script.js';

let signatures = 0;
/** Storage signs each address anew. */
const signed = (path: string): string =>
  `https://cdn.atelier.example/${path}?exp=${Date.now() + 900_000}&sig=${createHmac('sha256', 'k').update(`${path}${signatures++}`).digest('base64url').slice(0, 16)}`;

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'untitled';

/** Section 2.1, with the fields that this service adds. */
export function deckView(deck: Row): object {
  const id = String(deck['id']);
  const slides = JSON.parse(String(deck['slides'])) as object[];
  return {
    object: 'presentation',
    id,
    title: deck['title'],
    workspace_id: deck['workspace'],
    sections: slides.map((slide, index) => ({
      position: index + 1,
      ...slide,
      thumbnail: signed(`${id}/${index + 1}.webp`),
    })),
    is_public: false,
    url: `https://atelier.example/p/${slugOf(String(deck['title']))}-${id}`,
    created_at: new Date(Number(deck['made'])).toISOString(),
    updated_at: new Date(Number(deck['changed'])).toISOString(),
    theme: null,
  };
}

/** Sections 2.2 and 4.5. The presentation of a completed generation is as it was when it was made. */
export function generationView(database: Database, row: Row): object {
  const script = JSON.parse(String(row['script'])) as Step[];
  const step = script[Number(row['step'])];
  const base = { object: 'generation', generation_id: row['id'], status: row['state'], attempt: 1 };
  switch (row['state']) {
    case 'awaiting_input':
      return { ...base, message: row['result'], options: [] };
    case 'completed': {
      const made = script.at(-1);
      const deck = deckOf(database, String(row['result']), String(row['workspace']));
      return {
        ...base,
        presentation: deck && deckView(deck),
        ...(made && 'tokens' in made && { tokens_used: made.tokens }),
      };
    }
    case 'failed':
      return { ...base, error: row['result'], retryable: false };
    default:
      return { ...base, ...workOf(step) };
  }
}

function workOf(step: Step | undefined): object {
  if (step?.do === 'write')
    return {
      progress: {
        slides_total: step.of,
        slides_completed: step.slide - 1,
        current_step: `Composing slide ${step.slide} …`,
        percent: Math.round((100 * step.slide) / step.of),
      },
      tokens_used: step.tokens,
    };
  if (step?.do === 'finish') return { tokens_used: step.tokens };
  return {};
}
