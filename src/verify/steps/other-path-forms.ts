/**
 * Sends each operation once without a key in another form of its path: a router may treat the form like the documented path, and the
 * check of the key may not. Each is sent where its effect would be visible, and none after the first change that was carried out.
 * Sections 4 and 5.
 */
import type { OperationId } from '../../generated/routes.js';
import { getStartedJobId } from '../../judge/model/call.js';
import type { PathForm } from '../../judge/model/path-forms.js';
import type { RequestSpec } from '../request-spec.js';
import type { Requester } from '../requester.js';
import { createdIds } from '../response-kinds.js';
import type { KnownPresentation, RunResults } from './run-results.js';

/** The forms take turns, so that each meets a read, or a change that a later read shows. */
const formOf: Readonly<Record<OperationId, PathForm>> = {
  listTemplates: 'trailing-slash',
  getPresentation: 'double-slash',
  getGenerationStatus: 'encoded-letter',
  updatePresentation: 'upper-case',
  sendGenerationMessage: 'double-slash',
  createPresentation: 'trailing-slash',
  startGeneration: 'upper-case',
};

/** Part of the texts that these requests send. */
export const PATH_FORM_TEXT = '[deckhand check] without a key on another path';

/** @returns the call; `undefined` if it was not sent: it would show nothing, or the service has carried out such a change */
export async function sendInPathForm(
  requester: Requester,
  spec: Pick<RequestSpec, 'operation' | 'id' | 'body'>,
) {
  if (requester.addressBlock.isActive || requester.hasAcceptedPathForm || requester.hasTimedOut(spec))
    return undefined;
  return requester.call({ ...spec, by: 'none', pathForm: formOf[spec.operation], isOnce: true });
}

export async function listInPathForm(requester: Requester, { areReadsBlocked }: RunResults): Promise<void> {
  if (!areReadsBlocked) await sendInPathForm(requester, { operation: 'listTemplates' });
}

/** Fetches and renames a presentation whose title is restored at the end. HEAD is sent on the documented path. */
export async function accessInPathForms(
  requester: Requester,
  presentation: KnownPresentation,
): Promise<void> {
  const { id } = presentation;
  await sendInPathForm(requester, { operation: 'getPresentation', id });
  if (!requester.addressBlock.isActive)
    await requester.call({ operation: 'getPresentation', id, by: 'none', isHead: true, isOnce: true });
  await sendInPathForm(requester, { operation: 'updatePresentation', id, body: { title: PATH_FORM_TEXT } });
}

/** Fetches what was created: only that shows it. */
export async function createInPathForm(requester: Requester, body: unknown): Promise<void> {
  const created = await sendInPathForm(requester, { operation: 'createPresentation', body });
  if (!created?.isSuccess) return;
  for (const id of createdIds(created))
    await requester.call({ operation: 'getPresentation', id, isOnce: true });
}

/** Polls the job that was started: only that shows it. @returns whether there is one */
export async function startInPathForm(requester: Requester, body: unknown): Promise<boolean> {
  const started = await sendInPathForm(requester, { operation: 'startGeneration', body });
  const id = started?.isSuccess ? getStartedJobId(started) : undefined;
  if (id === undefined) return false;
  await requester.call({ operation: 'getGenerationStatus', id });
  return true;
}
