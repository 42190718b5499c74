/** Effects of a PATCH that the service refused, and the rule about those of the owner. Sections 4.7 and 5. */
import type { Finding, Rule } from '../rule.js';
import { fieldOf, isObject } from '../../base/json.js';
import { hasOddTitle, isBefore, sentTitle, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { pathIn, type Compared } from './compared-fields.js';
import { isMadeByVerify } from './creators.js';
import { mayBeChangedBesidePatch } from './elsewhere.js';
import { checkEach, fail, warn } from './findings.js';
import { inWords } from '../words.js';

/**
 * Statuses that may be about another copy of the request, which took effect: a timeout, a conflict, a client that closed the
 * connection. A gateway may send a request twice.
 */
const UNCLEAR = [408, 409, 412, 499];

export const refusedPatchRules: readonly Rule[] = [
  {
    id: 'rename/refused-changes-nothing',
    sections: ['4.7'],
    level: 'must',
    title: 'A refused rename does not change the title',
    reading:
      `Judges a PATCH of the owner with a title alone and any 4xx but 429, ${UNCLEAR.slice(0, -1).join(', ')} and ${UNCLEAR.at(-1)}. The rule fails if a later ` +
      'read shows exactly this title, which no read before and no other request explains. In a recording it warns: people may rename elsewhere.',
    judge: checkEach(
      refusedRenames,
      'not seen: a refused rename, and reads before and after it',
      (call, trace) => patchEffect(call, trace, 'a refused rename is carried out'),
    ),
  },
];

function refusedRenames(trace: Trace): readonly Call[] {
  return trace.keyed('updatePresentation').filter((call) => {
    const { owner, snapshots = [] } = trace.presentation(call.id) ?? {};
    return (
      call.refused &&
      !UNCLEAR.includes(call.status) &&
      isTitleAlone(call) &&
      owner === call.by.key &&
      snapshots.some((snapshot) => isBefore(snapshot.call, call)) &&
      snapshots.some((snapshot) => isBefore(call, snapshot.call))
    );
  });
}

/** @returns a finding if the title of the refused PATCH is visible later */
export function patchEffect(call: Call, trace: Trace, message: string): Finding | undefined {
  const presentation = trace.presentation(call.id);
  const seen = presentation && renamedBy(call, presentation);
  if (!seen) return undefined;
  const { later } = seen;
  // After a refusal, people may type the title in the application.
  const isElsewhere =
    call.by.key === presentation.owner
      ? !isMadeByVerify(later, trace)
      : mayBeChangedBesidePatch(seen, call, trace);
  return (isElsewhere ? warn : fail)(message, {
    expected: inWords('an unchanged title'),
    actual: textOfTitle(call),
    path: pathIn(later, 'title'),
    call: later.call,
    about: call,
  });
}

/** The snapshot before the PATCH, and the first one with its title, if none showed it before and no other PATCH explains it. */
function renamedBy(call: Call, { snapshots, patches }: PresentationTrace): Compared | undefined {
  const title = textOfTitle(call);
  const before = snapshots.filter((snapshot) => isBefore(snapshot.call, call));
  const last = before.at(-1);
  // A replica may show a title of before.
  if (title === undefined || !last || before.some((snapshot) => titleOf(snapshot) === title))
    return undefined;
  // The service can store any title for one that is not a string.
  const mayExplain = (other: Call): boolean =>
    sentTitle(other) === title || (hasOddTitle(other) && !isBefore(other, last.call));
  const others = patches.filter((other) => other !== call && !other.refused && mayExplain(other));
  const later = snapshots.find(
    (snapshot) =>
      isBefore(call, snapshot.call) &&
      titleOf(snapshot) === title &&
      others.every((other) => isBefore(snapshot.call, other)),
  );
  return later && { earlier: last, later };
}

function isTitleAlone({ sent }: Call): boolean {
  const body = jsonOf(sent);
  return isObject(body) && Object.keys(body).join() === 'title';
}

/** The title that a PATCH sends, as text also if it is not a string. */
function textOfTitle({ sent }: Call): string | undefined {
  const title = fieldOf(jsonOf(sent), 'title');
  if (title === undefined || typeof title === 'string') return title;
  return JSON.stringify(title);
}

const titleOf = ({ value }: Snapshot): unknown => fieldOf(value, 'title');
