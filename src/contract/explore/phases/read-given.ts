/** Reads the presentation and the job that the user names, for a run that changes nothing. Sections 4.2 and 4.5. */
import type { RunContext } from '../run-context.js';
import { fetchTitle } from './fetch-title.js';
import { poll } from './job-poll.js';
import { pollAsOtherWorkspace } from './other-workspace.js';

export async function readGiven(context: RunContext): Promise<void> {
  const { presentationId, generationId } = context.session.settings;
  if (generationId !== undefined) {
    const { status } = await poll(context, generationId);
    context.jobs.push(generationId);
    if (status !== undefined) {
      await pollAsOtherWorkspace(context, generationId, status);
      if (status === 'completed' || status === 'failed') context.finished.push({ id: generationId, status });
    }
  }
  if (presentationId === undefined) return;
  const title = await fetchTitle(context, presentationId);
  if (title !== undefined) context.presentations.push({ id: presentationId, title });
}
