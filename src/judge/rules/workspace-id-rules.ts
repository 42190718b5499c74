/** Rules about the owner of a presentation. Sections 2.1 and 5. */
import { getField } from '../../base/json.js';
import { groupBy } from '../../base/group-by.js';
import type { PresentationHistory, PresentationRead } from '../model/presentation-history.js';
import type { Trace } from '../model/trace.js';
import { isCreatedByVerify } from '../downgrades/external-changes.js';
import type { Finding, Rule } from '../rule.js';
import { violation } from './create-rule.js';

export const workspaceIdRules: readonly Rule[] = [
  {
    id: 'presentation/workspace-id-is-that-of-key',
    sections: ['2.1', '5'],
    level: 'must',
    title: 'All presentations of a key have the same workspace_id',
    interpretation:
      'A key belongs to one workspace. Compares presentations that the key created or started. Warns in a recording: users may move one.',
    judge: (trace) => {
      const created = trace.presentations.filter(
        ({ createdBy, owner }) => createdBy !== undefined && owner === createdBy.credential.key,
      );
      return {
        checked: created.filter((presentation) => findFirstRead(presentation)).length,
        findings: [...groupBy(created, ({ owner }) => owner).values()].flatMap((own) =>
          compareIds(own, trace),
        ),
        notCovered: 'no presentation of a known job or creation in the traffic',
      };
    },
  },
];

const getWorkspaceId = (read: PresentationRead | undefined): unknown =>
  read && getField(read.value, 'workspace_id');

const findFirstRead = ({ snapshots }: PresentationHistory): PresentationRead | undefined =>
  snapshots.find((read) => typeof getWorkspaceId(read) === 'string');

/** @param own the presentations of one key */
function compareIds(own: readonly PresentationHistory[], trace: Trace): readonly Finding[] {
  const reads = own
    .flatMap((presentation) => findFirstRead(presentation) ?? [])
    .toSorted((one, two) => one.call.exchange.sequence - two.call.exchange.sequence);
  const [first] = reads;
  const other = reads.find((read) => getWorkspaceId(read) !== getWorkspaceId(first));
  if (!first || !other) return [];
  return [
    violation('two presentations of one key have different values of workspace_id', {
      expected: getWorkspaceId(first),
      actual: getWorkspaceId(other),
      path: other.source === 'get' ? 'workspace_id' : 'presentation.workspace_id',
      call: other.call,
      comparedWith: first.call,
      downgrade: [first, other].every((read) => isCreatedByVerify(read, trace))
        ? undefined
        : 'a user may have moved a presentation',
    }),
  ];
}
