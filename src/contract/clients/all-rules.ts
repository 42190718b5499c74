/** All rules about clients, in the order of a report. */
import { jobRules } from './jobs.js';
import { paceRules } from './pace.js';
import type { ClientRule } from './rule.js';
import { sendingRules } from './sending.js';
import { stoppingRules } from './stopping.js';

export const clientRules: readonly ClientRule[] = [
  ...stoppingRules,
  ...paceRules,
  ...jobRules,
  ...sendingRules,
];
