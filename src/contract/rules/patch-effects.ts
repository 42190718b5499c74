/** Finds effects of a PATCH that the service refused. Sections 4.7 and 5. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, sentTitle, type Call } from '../../trace/call.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { pathIn } from './compared-fields.js';
import { fail } from './findings.js';
import { inWords } from '../words.js';

/** @returns a finding if the title of the refused PATCH is visible later */
export function patchEffect(call: Call, trace: Trace, message: string): Finding | undefined {
  if (call.operation !== 'updatePresentation' || call.ok) return undefined;
  const presentation = trace.presentation(call.id);
  const shown = presentation && renamedBy(call, presentation);
  if (!shown) return undefined;
  return fail(message, {
    expected: inWords('an unchanged title'),
    actual: sentTitle(call),
    path: pathIn(shown, 'title'),
    call: shown.call,
    about: call,
  });
}

/** The first snapshot with the title of the PATCH, if the title was different before and no other PATCH explains it. */
function renamedBy(call: Call, { snapshots, patches }: PresentationTrace): Snapshot | undefined {
  const title = sentTitle(call);
  const before = snapshots.findLast((snapshot) => isBefore(snapshot.call, call));
  if (title === undefined || !before || fieldOf(before.value, 'title') === title) return undefined;
  const otherPatches = patches.filter(
    (other) => other !== call && !other.refused && sentTitle(other) === title,
  );
  return snapshots.find(
    (snapshot) =>
      isBefore(call, snapshot.call) &&
      fieldOf(snapshot.value, 'title') === title &&
      otherPatches.every((other) => isBefore(snapshot.call, other)),
  );
}
