/**
 * Recordings of a service with its clients, each a few exchanges. Most are honest and look suspicious, so no rule may fail: without a
 * tolerance of a rule, one of them is accused. The others break a promise that only a recording shows.
 */
import { judge } from '../../src/contract/judge.js';
import type { Outcome } from '../../src/contract/rule.js';
import { journal } from './exchanges.js';
import type { ProofPart } from './proof-part.js';
import { creationRecordings } from './recordings/creations.js';
import { fieldRecordings } from './recordings/fields.js';
import { headerRecordings } from './recordings/headers.js';
import { jobRecordings } from './recordings/jobs.js';
import type { Recording } from './recordings/lines.js';
import { lifecycleRecordings } from './recordings/lifecycles.js';
import { limitRecordings } from './recordings/limits.js';
import { messageRecordings } from './recordings/messages.js';
import { operationRecordings } from './recordings/operations.js';
import { peopleRecordings } from './recordings/people.js';
import { refusedChangeRecordings } from './recordings/refused-changes.js';
import { renameRecordings } from './recordings/renames.js';
import { repeatedRecordings } from './recordings/repeated.js';
import { replicaRecordings } from './recordings/replicas.js';
import { replyFormRecordings } from './recordings/reply-forms.js';
import { resourceRecordings } from './recordings/resources.js';
import { startRecordings } from './recordings/starts.js';
import { strictRecordings } from './recordings/strict-services.js';
import { titleRecordings } from './recordings/titles.js';
import { unusualRecordings } from './recordings/unusual-values.js';
import { valueRecordings } from './recordings/values.js';
import { workspaceRecordings } from './recordings/workspaces.js';

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
  ...refusedChangeRecordings,
  ...titleRecordings,
];

const rulesWith = ({ lines, judging }: Recording, ...outcomes: readonly Outcome[]): readonly string[] =>
  judge(journal(...lines), judging)
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ rule }) => rule.id);

/** The rules that fail, and rules with a bug. */
export const brokenIn = (recording: Recording): readonly string[] => rulesWith(recording, 'fail', 'error');

export const isRight = (recording: Recording): boolean => {
  const { breaks, warns } = recording;
  const broken = brokenIn(recording);
  if (breaks !== undefined) return broken.includes(breaks);
  return broken.length === 0 && (warns === undefined || rulesWith(recording, 'warn').includes(warns));
};

export function recordedPart(): ProofPart {
  const wrong = recordings.filter((recording) => !isRight(recording));
  const honest = recordings.filter(({ breaks }) => breaks === undefined);
  const count = (all: readonly Recording[]): string => `${all.filter(isRight).length} of ${all.length}`;
  return {
    summary: [
      `${count(honest)} honest recordings raise nothing, and ${count(recordings.filter(({ breaks }) => breaks !== undefined))} recordings with a broken promise are caught.`,
    ],
    text: '',
    failures: wrong.map((recording) => `RECORDING ${recording.title}: ${brokenIn(recording).join(', ')}`),
  };
}
