/** The names of root causes that findings of several rules share. */
import type { Call } from '../../model/call.js';

/** Of findings about a presentation that cannot be fetched any more. */
export const getGoneCause = ({ id }: Pick<Call, 'id'>): string => `the presentation ${id} is gone`;

/** Of findings about errors of an operation. */
export const getErrorsCause = (endpoint: string): string => `errors of ${endpoint}`;

/** Of findings about pages in place of responses. */
export const getPagesCause = ({ operation }: Pick<Call, 'operation'>): string =>
  `pages in place of responses of ${operation}`;
