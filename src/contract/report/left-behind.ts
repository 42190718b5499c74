/** What a run leaves in its workspaces: the interface documents no DELETE. */
import { fieldOf } from '../../base/json.js';
import { keyMarks } from '../model/key-marks.js';
import { startedJobId } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { jsonOf } from '../model/payload.js';
import { boundedText } from './bounded.js';
import type { LeftBehind } from './model.js';

/** @returns the jobs and presentations that the run created; `undefined` if it created nothing */
export function leftBehindBy(trace: Trace): LeftBehind | undefined {
  const jobs = trace.of('startGeneration').flatMap((call) => {
    const id = call.ok ? startedJobId(call) : undefined;
    if (id === undefined) return [];
    const prompt = fieldOf(jsonOf(call.sent), 'prompt');
    return [
      {
        id: boundedText(id),
        ...(typeof prompt === 'string' && { prompt: boundedText(prompt) }),
        ...otherWorkspace(call.by.key),
      },
    ];
  });
  const presentations = trace.presentations.flatMap(({ id, createdBy }) =>
    createdBy ? [{ id: boundedText(id), ...otherWorkspace(createdBy.by.key) }] : [],
  );
  return jobs.length === 0 && presentations.length === 0 ? undefined : { jobs, presentations };
}

const otherWorkspace = (key: string | undefined): { readonly isOther?: true } =>
  key === keyMarks.other ? { isOther: true } : {};
