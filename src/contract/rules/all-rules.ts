/** All rules about the service, in the order of a report. */
import type { Rule } from '../rule.js';
import { jobFieldRules } from './job-fields.js';
import { jobLifeRules } from './job-life.js';
import { jobPollRules } from './job-polls.js';
import { jobTextRules } from './job-texts.js';
import { jobViewRules } from './job-view.js';
import { disabledKeyRules, keyRules } from './keys.js';
import { limitRules } from './limits.js';
import { openRules } from './open-questions.js';
import { operationRules } from './operations.js';
import { presentationFieldRules } from './presentation-fields.js';
import { presentationIdentityRules } from './presentation-identity.js';
import { urlRules } from './presentation-urls.js';
import { promptTextRules } from './prompt-text.js';
import { questionRules } from './questions.js';
import { renameTitleRules } from './rename.js';
import { renameEffectRules } from './rename-effects.js';
import { serverErrorRules } from './server-errors.js';
import { startDurationRules } from './start-duration.js';
import { startRules } from './start.js';
import { timeZoneRules } from './time-zone.js';
import { startRequestRules } from './start-requests.js';
import { wireRules } from './wire.js';
import { workspaceRules } from './workspaces.js';

export const rules: readonly Rule[] = [
  ...operationRules,
  ...keyRules,
  ...disabledKeyRules,
  ...wireRules,
  ...startRules,
  ...startDurationRules,
  ...startRequestRules,
  ...promptTextRules,
  ...jobViewRules,
  ...jobFieldRules,
  ...jobLifeRules,
  ...jobPollRules,
  ...jobTextRules,
  ...questionRules,
  ...presentationFieldRules,
  ...urlRules,
  ...timeZoneRules,
  ...presentationIdentityRules,
  ...renameTitleRules,
  ...renameEffectRules,
  ...workspaceRules,
  ...limitRules,
  ...serverErrorRules,
  ...openRules,
];
