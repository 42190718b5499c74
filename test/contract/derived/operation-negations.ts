/** Negates that an operation works: another status, no success, a body that is not JSON. */
import { editAnswer, editWire } from '../../mutants/edits.js';
import { nameOf } from '../../mutants/mutant.js';
import { refuse } from '../../mutants/plain-service/perform.js';
import type { OperationPromise } from './promises.js';
import type { Negation } from './moments.js';

/** Successes that a documented code excludes. */
const successes = [200, 201, 203, 204];
const refusals = [400, 403, 404, 405, 409, 410, 422, 500, 501];

export function negationsOfOperation({ operation, code, sections }: OperationPromise): readonly Negation[] {
  const [place, title] = nameOf[operation];
  return [
    ...(code === undefined ? [] : successes).map((other): Negation => ({
      id: `${place}-answers-${other}`,
      title: `${title} answers ${other}`,
      sections,
      apply: (when) =>
        editAnswer(
          operation,
          (honest) => (other === 204 ? { status: other } : { ...honest, status: other }),
          when,
        ),
    })),
    ...refusals.map((status): Negation => ({
      id: `${place}-refused-with-${status}`,
      title: `${title} is refused with ${status}`,
      // Section 5: a key gives access to the resources of its workspace.
      sections: [...sections, '5'],
      apply: (when) => ({
        instead: (call) =>
          call.operation === operation && isValid(call.job, call.presentation, call) && when(call)
            ? refuse(status, 'No.')
            : undefined,
      }),
    })),
    ...unreadable.map(([id, what, media, write]): Negation => ({
      id: `${place}-${id}`,
      title: `${title} answers ${what}`,
      sections: [...new Set([...sections, '4'])],
      apply: (when) =>
        editWire(
          operation,
          (honest) => ({
            ...honest,
            headers: { ...honest.headers, ...(media !== undefined && { 'content-type': media }) },
            body: Buffer.from(write(honest.body.toString())),
          }),
          when,
        ),
    })),
  ];
}

const unreadable: readonly (readonly [
  id: string,
  what: string,
  media: string | undefined,
  write: (text: string) => string,
])[] = [
  ['html', 'a page', 'text/html', (text) => `<html><body>${text}</body></html>`],
  ['cut', 'half of its JSON', undefined, (text) => text.slice(0, Math.floor(text.length / 2))],
  ['single-quoted', 'JSON with single quotes', undefined, (text) => text.replaceAll('"', "'")],
];

/** Whether an honest service would carry the call out: what it names exists in the caller's workspace. */
function isValid(
  job: { owner: unknown } | undefined,
  presentation: { owner: unknown } | undefined,
  { workspace, operation }: { workspace: unknown; operation: string | undefined },
): boolean {
  const named =
    operation === 'listTemplates' || operation === 'createPresentation' || operation === 'startGeneration';
  return named || (job ?? presentation)?.owner === workspace;
}
