/** The page behind a presentation's address, whatever serves it. */
import { readClock } from '../service/clock.js';
import { findPresentation } from '../service/presentations.js';
import type { Deckhand } from './deckhand.js';
import { realNow } from './real-time.js';
import { renderMissing, renderPresentation } from './viewer.js';

export interface Page {
  readonly status: number;
  readonly html: string;
}

export async function presentationPage({ service }: Deckhand, workspace: string, id: string): Promise<Page> {
  const { world } = service;
  const real = realNow();
  const known = world.directory.workspace(workspace);
  const now = known && readClock(service.workspace(workspace, real).clock, real);
  const presentation = now === undefined ? undefined : await findPresentation(workspace, id, world, now);
  return presentation
    ? { status: 200, html: renderPresentation(presentation) }
    : {
        status: 404,
        html: renderMissing('There is no such presentation, or its job is not completed yet.'),
      };
}
