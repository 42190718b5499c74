/** All client rules, in report order. */
import { clientJobRules } from './job-rules.js';
import { requestRateRules } from './request-rate-rules.js';
import type { ClientRule } from './create-client-rule.js';
import { requestFormatRules } from './request-format-rules.js';
import { stopPollingRules } from './stop-polling-rules.js';

export const clientRules: readonly ClientRule[] = [
  ...stopPollingRules,
  ...requestRateRules,
  ...clientJobRules,
  ...requestFormatRules,
];
