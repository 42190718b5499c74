/** The jobs and presentations that a run created and could not delete, because the spec has no DELETE. */
import { getField } from '../../base/json.js';
import { getJson } from '../model/body.js';
import { getStartedJobId } from '../model/call.js';
import { keyPlaceholders } from '../model/key-placeholders.js';
import type { Trace } from '../model/trace.js';
import type { CreatedResources } from './report.js';
import { truncateText } from './truncate.js';

/** @returns `undefined` if the run created nothing */
export function collectCreatedResources(trace: Trace): CreatedResources | undefined {
  const jobs = trace.callsTo('startGeneration').flatMap((call) => {
    const id = call.isSuccess ? getStartedJobId(call) : undefined;
    if (id === undefined) return [];
    const prompt = getField(getJson(call.requestBody), 'prompt');
    return [
      {
        id: truncateText(id),
        ...(typeof prompt === 'string' && { prompt: truncateText(prompt) }),
        ...workspaceFields(call.credential.key),
      },
    ];
  });
  const presentations = trace.presentations.flatMap(({ id, createdBy }) =>
    createdBy ? [{ id: truncateText(id), ...workspaceFields(createdBy.credential.key) }] : [],
  );
  return jobs.length === 0 && presentations.length === 0 ? undefined : { jobs, presentations };
}

const workspaceFields = (key: string | undefined): { readonly inOtherWorkspace?: true } =>
  key === keyPlaceholders.other ? { inOtherWorkspace: true } : {};
