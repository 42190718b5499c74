/** Mutates operations: another status, an error, a body that is not JSON. */
import { editResponse, editWire } from '../../mutants/response-edits.js';
import { nameOf } from '../../mutants/mutant.js';
import { refuse } from '../../reference-service/operations.js';
import type { OperationRequirement } from './requirements.js';
import type { MutationOperator } from './activations.js';

/** Successes that a documented code excludes. */
const successes = [200, 201, 203, 204];
const refusals = [400, 403, 404, 405, 409, 410, 422, 500, 501];

export function mutateOperation({
  operation,
  code,
  sections,
}: OperationRequirement): readonly MutationOperator[] {
  const [place, title] = nameOf[operation];
  return [
    ...(code === undefined ? [] : successes).map((other): MutationOperator => ({
      id: `${place}-answers-${other}`,
      title: `${title} answers ${other}`,
      sections,
      createHooks: (when) =>
        editResponse(
          operation,
          (response) => (other === 204 ? { status: other } : { ...response, status: other }),
          when,
        ),
    })),
    ...refusals.map((status): MutationOperator => ({
      id: `${place}-refused-with-${status}`,
      title: `${title} is refused with ${status}`,
      // Section 5: a key gives access to the resources of its workspace.
      sections: [...sections, '5'],
      createHooks: (when) => ({
        replaceResponse: (call) =>
          call.operation === operation && isValid(call.job, call.presentation, call) && when(call)
            ? refuse(status, 'No.')
            : undefined,
      }),
    })),
    ...invalidBodies.map(([id, what, media, write]): MutationOperator => ({
      id: `${place}-${id}`,
      title: `${title} answers ${what}`,
      sections: [...new Set([...sections, '4'])],
      createHooks: (when) =>
        editWire(
          operation,
          (response) => ({
            ...response,
            headers: { ...response.headers, ...(media !== undefined && { 'content-type': media }) },
            body: Buffer.from(write(response.body.toString())),
          }),
          when,
        ),
    })),
  ];
}

const invalidBodies: readonly (readonly [
  id: string,
  what: string,
  media: string | undefined,
  write: (text: string) => string,
])[] = [
  ['html', 'a page', 'text/html', (text) => `<html><body>${text}</body></html>`],
  ['cut', 'half of its JSON', undefined, (text) => text.slice(0, Math.floor(text.length / 2))],
  ['single-quoted', 'JSON with single quotes', undefined, (text) => text.replaceAll('"', "'")],
];

/** Whether the reference service would perform the call: its job or presentation is in the workspace of the key. */
function isValid(
  job: { owner: unknown } | undefined,
  presentation: { owner: unknown } | undefined,
  { workspace, operation }: { workspace: unknown; operation: string | undefined },
): boolean {
  const hasNoId =
    operation === 'listTemplates' || operation === 'createPresentation' || operation === 'startGeneration';
  return hasNoId || (job ?? presentation)?.owner === workspace;
}
