/** All rows about the service, in the order of a report. */
import type { Rule } from '../rule.js';
import { createRules } from './create-rules.js';
import { jobFieldRules, presentationFieldRules } from './field-rules.js';
import { jobLifecycleRules } from './job-lifecycle-rules.js';
import { authRules } from './auth-rules.js';
import { unspecifiedRules } from './unspecified-rules.js';
import { operationRules } from './operations.js';
import { stabilityRules } from './presentation-stability-rules.js';
import { replyRules } from './reply-rules.js';
import { startRules } from './start-rules.js';
import { templateRules } from './template-rules.js';
import { presentationTimeRules } from './presentation-time-rules.js';
import { renameRules } from './rename-rules.js';
import { rateLimitRules, responseRules } from './response-rules.js';
import { isolationRules } from './isolation-rules.js';

export const serviceRules: readonly Rule[] = [
  ...operationRules,
  ...authRules,
  ...responseRules,
  ...templateRules,
  ...createRules,
  ...startRules,
  ...jobFieldRules,
  ...jobLifecycleRules,
  ...replyRules,
  ...presentationFieldRules,
  ...presentationTimeRules,
  ...stabilityRules,
  ...renameRules,
  ...isolationRules,
  ...rateLimitRules,
  ...unspecifiedRules,
];
