/** Recordings of a few exchanges. Most are conforming but unusual, so a missing downgrade causes a false positive; the others have a violation that only a recording can show. */
import { judge } from '../../../src/judge/judge.js';
import type { RuleOutcome } from '../../../src/judge/rule.js';
import { journal } from '../build-journal.js';
import { creationRecordings } from './creations.js';
import { fieldRecordings } from './fields.js';
import { headerRecordings } from './headers.js';
import { jobRecordings } from './jobs.js';
import type { Recording } from './builders.js';
import { lifecycleRecordings } from './lifecycles.js';
import { limitRecordings } from './limits.js';
import { messageRecordings } from './messages.js';
import { operationRecordings } from './operations.js';
import { peopleRecordings } from './external-changes.js';
import { rejectedChangeRecordings } from './rejected-changes.js';
import { renameRecordings } from './renames.js';
import { repeatedRecordings } from './thresholds.js';
import { replicaRecordings } from './replicas.js';
import { replyFormRecordings } from './reply-forms.js';
import { resourceRecordings } from './resources.js';
import { seenResponseRecordings } from './seen-responses.js';
import { startRecordings } from './starts.js';
import { strictRecordings } from './rejections.js';
import { titleRecordings } from './titles.js';
import { unusualRecordings } from './unusual-values.js';
import { valueRecordings } from './values.js';
import { workspaceRecordings } from './workspaces.js';

export const recordings: readonly Recording[] = [
  ...jobRecordings,
  ...resourceRecordings,
  ...headerRecordings,
  ...workspaceRecordings,
  ...valueRecordings,
  ...repeatedRecordings,
  ...peopleRecordings,
  ...strictRecordings,
  ...replicaRecordings,
  ...unusualRecordings,
  ...creationRecordings,
  ...operationRecordings,
  ...renameRecordings,
  ...lifecycleRecordings,
  ...messageRecordings,
  ...replyFormRecordings,
  ...startRecordings,
  ...fieldRecordings,
  ...limitRecordings,
  ...rejectedChangeRecordings,
  ...titleRecordings,
  ...seenResponseRecordings,
];

const rulesWith = ({ lines, options }: Recording, ...outcomes: readonly RuleOutcome[]): readonly string[] =>
  judge(journal(...lines), options)
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ rule }) => rule.id);

/** The rules that fail, and rules with a bug. */
export const brokenIn = (recording: Recording): readonly string[] => rulesWith(recording, 'fail', 'error');

export const isRight = (recording: Recording): boolean => {
  const { fails, warns } = recording;
  const broken = brokenIn(recording);
  if (fails !== undefined) return broken.includes(fails);
  return broken.length === 0 && (warns === undefined || rulesWith(recording, 'warn').includes(warns));
};
