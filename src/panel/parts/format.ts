/** Formats times, durations, counts and statuses for display. */
import type { TimelinePart } from '../../generated/control-api.js';

/** `14:03:07`, in UTC like all times of the API. */
export function formatTime(at: number, digits = 0): string {
  return new Date(at).toISOString().slice(11, digits > 0 ? 20 + digits : 19);
}

export function formatDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `340 ms`, `7.2 s`, `1 m 30 s`, `2 h 5 m`: at most two units. It rounds first and then splits, so that 59.7 s is `1 m`. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 9950) return `${Number((whole / 1000).toFixed(1))} s`;
  const seconds = Math.round(whole / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return twoUnits(seconds, 'm', 's');
  const minutes = Math.round(seconds / 60);
  return minutes < 48 * 60 ? twoUnits(minutes, 'h', 'm') : `${Math.floor(minutes / (24 * 60))} days`;
}

/** @param count the duration in the smaller unit; the larger unit has sixty of them */
function twoUnits(count: number, larger: string, smaller: string): string {
  const rest = count % 60;
  const first = `${Math.floor(count / 60)} ${larger}`;
  return rest === 0 ? first : `${first} ${rest} ${smaller}`;
}

/** In whole seconds, so that the text changes at most once a second. */
export function formatAgo(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 1 ? 'just now' : `${formatDuration(seconds * 1000)} ago`;
}

export const STATUS_LABELS: Readonly<Record<TimelinePart['status'], string>> = {
  generating: 'Generating',
  awaiting_input: 'Awaiting input',
  completed: 'Completed',
  failed: 'Failed',
};
