/** What PATCH does to other fields than title and sections, as the next response shows. Section 4.7 leaves it open. */
import { fieldOf } from '../../base/json.js';
import { isBefore, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import type { Trace } from '../../trace/trace.js';

const FIELDS = ['is_public', 'workspace_id', 'url', 'created_at'];

/** Each value that an accepted PATCH sent and that was another one before, with the response that shows its effect. */
export function patchedFields({
  presentations,
}: Trace): readonly { readonly text: string; readonly call: Call }[] {
  return presentations.flatMap(({ patches, snapshots }) =>
    patches
      .filter(({ ok }) => ok)
      .flatMap((patch) => {
        const before = snapshots.findLast(({ call }) => isBefore(call, patch));
        const after = snapshots.find(({ call }) => isBefore(patch, call));
        if (!before || !after) return [];
        return FIELDS.flatMap((field) => {
          const sent = fieldOf(jsonOf(patch.sent), field);
          if (sent === undefined || sent === fieldOf(before.value, field)) return [];
          const effect =
            fieldOf(after.value, field) === sent ? 'is the sent value afterwards' : 'stays another one';
          return [{ text: `${field} ${effect}`, call: after.call }];
        });
      }),
  );
}
