/** All client mutants: each violates the rules in one way that the judge must find. */
import type { ClientMutant } from '../client-scenario.js';
import { pace } from './pace.js';
import { replies } from './replies.js';
import { requests } from './requests.js';
import { retrying } from './retrying.js';
import { stopping } from './stopping.js';

export const clientMutants: readonly ClientMutant[] = [
  ...stopping,
  ...pace,
  ...retrying,
  ...replies,
  ...requests,
];
