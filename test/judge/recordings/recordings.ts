/** Recordings of a few exchanges. Most are conforming but unusual, so a missing downgrade or a wrong warning causes a false positive; the others have a violation that only a recording can show. */
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

/** How the verdicts differ from those that the recording declares: a clause for each rule. Empty if they are right. */
export function findWrongVerdicts({ fails, warns, lines, options }: Recording): readonly string[] {
  const verdicts = judge(journal(...lines), options);
  const idsWith = (wanted: RuleOutcome): readonly string[] =>
    verdicts.filter(({ outcome }) => outcome === wanted).map(({ rule }) => rule.id);
  const declared = { fail: [fails ?? []].flat(), warn: [warns ?? []].flat() };
  return [
    ...idsWith('error').map((id) => `${id} has a bug`),
    ...(['fail', 'warn'] as const).flatMap((outcome) => {
      const found = idsWith(outcome);
      return [
        ...found.filter((id) => !declared[outcome].includes(id)).map((id) => `${id} must not ${outcome}`),
        ...declared[outcome].filter((id) => !found.includes(id)).map((id) => `${id} must ${outcome}`),
      ];
    }),
  ];
}
