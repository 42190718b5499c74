/** What a PATCH with other fields than the title does. Section 1.2 speaks of content, and 4.7 does not show these fields. */
import { getField } from '../../base/json.js';
import { endedBefore, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { isFromGet, type PresentationHistory, type PresentationRead } from '../model/presentation-history.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { createRule, violation } from './create-rule.js';

/** In the order of section 2.1. `sections` has a rule of its own. */
const OTHER_FIELDS = ['workspace_id', 'is_public', 'url', 'created_at'] as const;

/** An accepted PATCH of a field, with the fetches before and after it. */
interface PatchedField {
  readonly field: (typeof OTHER_FIELDS)[number];
  readonly sent: unknown;
  readonly patch: Call;
  readonly before: PresentationRead;
  readonly after: PresentationRead;
}

export const patchedFieldRules: readonly Rule[] = [
  createRule({
    id: 'rename/keeps-other-fields',
    sections: ['1', '2.1', '4.7'],
    level: 'should',
    title: 'A PATCH changes no other field than the title',
    interpretation:
      'Warns if workspace_id, is_public, url or created_at has the value that an accepted PATCH sent. A service may reject or ignore it.',
    select: ({ presentations }) => presentations.flatMap(findPatchedFields),
    notCovered: 'no accepted PATCH with other fields than the title',
    check: checkPatchedField,
  }),
];

function findPatchedFields({ patches, snapshots }: PresentationHistory): readonly PatchedField[] {
  const fetched = snapshots.filter(isFromGet);
  return patches.filter(hasOtherField).flatMap((patch) => {
    const before = fetched.findLast(({ call }) => endedBefore(call, patch));
    const after = fetched.find(({ call }) => endedBefore(patch, call));
    if (!before || !after) return [];
    return OTHER_FIELDS.flatMap((field): readonly PatchedField[] => {
      const sent = getField(getJson(patch.requestBody), field);
      const isNew = sent !== undefined && sent !== getField(before.value, field);
      return isNew ? [{ field, sent, patch, before, after }] : [];
    });
  });
}

const hasOtherField = (patch: Call): boolean =>
  patch.isSuccess && OTHER_FIELDS.some((field) => getField(getJson(patch.requestBody), field) !== undefined);

function checkPatchedField({ field, sent, patch, before, after }: PatchedField): Finding | undefined {
  if (getField(after.value, field) !== sent) return undefined;
  return violation(`a PATCH changes ${field}`, {
    expected: getField(before.value, field) ?? description('no change'),
    actual: sent,
    path: field,
    call: after.call,
    comparedWith: before.call,
    about: patch,
    downgrade: 'the spec does not say which fields besides the title a PATCH changes',
  });
}
