/** Every rule of conduct, in the order of a report. */
import type { ConductRule } from '../rule.js';
import { addressRules } from './addresses.js';
import { bodyRules } from './bodies.js';
import { idRules } from './ids.js';
import { keyConductRules } from './keys.js';
import { paceRules } from './pace.js';
import { retryRules } from './retrying.js';
import { stoppingRules } from './stopping.js';

export const conductRules: readonly ConductRule[] = [
  ...stoppingRules,
  ...paceRules,
  ...retryRules,
  ...idRules,
  ...keyConductRules,
  ...bodyRules,
  ...addressRules,
];
