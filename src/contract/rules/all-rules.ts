/** All rules about the service, in the order of a report. */
import type { Rule } from '../rule.js';
import { jobFieldRules } from './job-fields.js';
import { jobLifeRules } from './job-life.js';
import { jobPollRules } from './job-polls.js';
import { jobOrderRules } from './job-order.js';
import { jobProgressRules } from './job-progress.js';
import { jobViewRules } from './job-view.js';
import { listedTemplateRules } from './listed-templates.js';
import { creationRules } from './creations.js';
import { disabledKeyRules, keyRules } from './keys.js';
import { keyValidityRules } from './key-validity.js';
import { limitRules } from './limits.js';
import { openRules } from './open-questions.js';
import { operationRules } from './operations.js';
import { refusedPatchRules } from './patch-effects.js';
import { replyFormRules } from './reply-forms.js';
import { presentationTimeRules } from './presentation-times.js';
import { presentationFieldRules } from './presentation-fields.js';
import { presentationIdentityRules } from './presentation-identity.js';
import { urlRules } from './presentation-urls.js';
import { promptTextRules } from './prompt-text.js';
import { questionRules } from './questions.js';
import { renameTitleRules } from './rename.js';
import { renameEffectRules } from './rename-effects.js';
import { renameIdentityRules } from './rename-identity.js';
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
  ...keyValidityRules,
  ...wireRules,
  ...listedTemplateRules,
  ...creationRules,
  ...startRules,
  ...startDurationRules,
  ...startRequestRules,
  ...promptTextRules,
  ...jobViewRules,
  ...jobFieldRules,
  ...jobProgressRules,
  ...jobLifeRules,
  ...jobPollRules,
  ...questionRules,
  ...jobOrderRules,
  ...presentationFieldRules,
  ...urlRules,
  ...timeZoneRules,
  ...presentationTimeRules,
  ...replyFormRules,
  ...presentationIdentityRules,
  ...renameTitleRules,
  ...renameIdentityRules,
  ...renameEffectRules,
  ...refusedPatchRules,
  ...workspaceRules,
  ...limitRules,
  ...serverErrorRules,
  ...openRules,
];
