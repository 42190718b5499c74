/** All service rules, in report order. */
import type { Rule } from '../rule.js';
import { adviceRules } from './advice-rules.js';
import { availabilityRules } from './availability-rules.js';
import { createRules } from './create-rules.js';
import { firstReadRules } from './first-read-rules.js';
import { jobFieldRules } from './job-field-rules.js';
import { keyAcceptanceRules } from './key-acceptance-rules.js';
import { keyExposureRules } from './key-exposure-rules.js';
import { presentationFieldRules } from './presentation-field-rules.js';
import { jobLifecycleRules } from './job-lifecycle-rules.js';
import { authRules } from './auth-rules.js';
import { pathFormRules } from './path-form-rules.js';
import { unspecifiedRules } from './unspecified-rules.js';
import { operationRules } from './operation-rules.js';
import { stabilityRules } from './presentation-stability-rules.js';
import { replyRules } from './reply-rules.js';
import { startRules } from './start-rules.js';
import { templateRules } from './template-rules.js';
import { presentationTimeRules } from './presentation-time-rules.js';
import { renameRules } from './rename-rules.js';
import { concurrentRenameRules } from './concurrent-rename-rules.js';
import { conditionalRequestRules } from './conditional-request-rules.js';
import { patchedFieldRules } from './patched-field-rules.js';
import { rateLimitRules } from './rate-limit-rules.js';
import { responseRules } from './response-rules.js';
import { isolationRules } from './isolation-rules.js';
import { textIsolationRules } from './text-isolation-rules.js';
import { workspaceIdRules } from './workspace-id-rules.js';

export const serviceRules: readonly Rule[] = [
  // The first rule of a root cause shows it, so rules that say more come first.
  ...availabilityRules,
  ...firstReadRules,
  ...operationRules,
  ...authRules,
  ...keyAcceptanceRules,
  ...keyExposureRules,
  ...pathFormRules,
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
  ...concurrentRenameRules,
  ...conditionalRequestRules,
  ...patchedFieldRules,
  ...workspaceIdRules,
  ...isolationRules,
  ...textIsolationRules,
  ...rateLimitRules,
  ...unspecifiedRules,
  ...adviceRules,
];
