/** Formats times, counts and statuses for display. */
import { formatElapsed } from '../base/text/format-elapsed.js';
import type { TimelinePart } from '../generated/control-api.js';

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A message as the start of a sentence. Messages start with a lower case letter, because they also occur inside sentences. A path or
 * a field at the start, such as `steps[0]`, keeps its spelling.
 */
export const startSentence = (message: string): string =>
  /^(?:the|has|is) /.test(message) ? capitalize(message) : message;

/** `14:03:07`, in UTC like all times of the API. */
export function formatTime(at: number, digits = 0): string {
  return new Date(at).toISOString().slice(11, digits > 0 ? 20 + digits : 19);
}

export function formatDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export { formatElapsed as formatDuration };

/** In whole seconds, so that the text changes at most once a second. */
export function formatAgo(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 1 ? 'just now' : `${formatElapsed(seconds * 1000)} ago`;
}

/** The names of the spec. */
export const STATUS_LABELS: Readonly<Record<TimelinePart['status'], string>> = {
  generating: 'generating',
  awaiting_input: 'awaiting_input',
  completed: 'completed',
  failed: 'failed',
};
