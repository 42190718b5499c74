/** Formats a time since the start of a job. */
import { formatDuration } from '../../ui/format.js';

export const formatOffset = (milliseconds: number): string =>
  milliseconds === 0 ? '0 s' : formatDuration(milliseconds);
