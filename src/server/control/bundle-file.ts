/** Sends the bundle of a workspace as a file. */
import type { Request, Response } from 'express';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { controlInputs, controlVersion } from '../../generated/control-routes.js';
import { checkInput } from '../../service/control/check-input.js';

interface Query {
  readonly job?: string;
  readonly texts?: 'true' | 'false';
  readonly note?: string;
}

/** @throws UserError when the query is wrong, or the workspace or the job does not exist */
export async function sendBundle(deckhand: Deckhand, request: Request, response: Response): Promise<void> {
  const { workspace = '' } = request.params as Record<string, string>;
  const query = { ...request.query };
  checkInput(controlInputs.exportBundle ?? {}, { query, body: undefined });
  const { job, texts, note } = query as Query;
  // Loaded on demand, because it brings the judge and a ZIP library.
  const { standInBundle } = await import('../../bundle/stand-in-bundle.js');
  const options = { version: controlVersion, job, texts: texts === 'true', note };
  const { name, bytes } = await standInBundle(deckhand.control, workspace, options, realNow());
  response
    .status(200)
    .set({ 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"` })
    .end(bytes);
}
