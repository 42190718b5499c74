/** All rules about clients, in the order of a report. */
import type { ClientRule } from '../client-rule.js';
import { addressRules } from './addresses.js';
import { bodyRules } from './bodies.js';
import { idRules } from './ids.js';
import { keyRules } from './keys.js';
import { paceRules } from './pace.js';
import { replyRules } from './replies.js';
import { retryRules } from './retrying.js';
import { stoppingRules } from './stopping.js';

export const clientRules: readonly ClientRule[] = [
  ...stoppingRules,
  ...paceRules,
  ...retryRules,
  ...replyRules,
  ...idRules,
  ...keyRules,
  ...bodyRules,
  ...addressRules,
];
