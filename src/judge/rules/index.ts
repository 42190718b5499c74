/** All service rules, in report order. */
import type { Rule } from '../rule.js';
import { createRules } from './create-rules.js';
import { jobFieldRules } from './job-field-rules.js';
import { presentationFieldRules } from './presentation-field-rules.js';
import { jobLifecycleRules } from './job-lifecycle-rules.js';
import { authRules } from './auth-rules.js';
import { unspecifiedRules } from './unspecified-rules.js';
import { operationRules } from './operation-rules.js';
import { stabilityRules } from './presentation-stability-rules.js';
import { replyRules } from './reply-rules.js';
import { startRules } from './start-rules.js';
import { templateRules } from './template-rules.js';
import { presentationTimeRules } from './presentation-time-rules.js';
import { renameRules } from './rename-rules.js';
import { rateLimitRules } from './rate-limit-rules.js';
import { responseRules } from './response-rules.js';
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
