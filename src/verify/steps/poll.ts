/** Polls a job, and fetches a presentation: the requests that most steps share. Sections 4.2 and 4.5. */
import { getField } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { getJson } from '../../judge/model/body.js';
import { parseJobStatus } from '../../judge/model/call.js';
import type { Requester } from '../requester.js';

export interface Poll {
  /** `undefined` if the response has none of the four. */
  readonly status: JobStatus | undefined;
  /** The status response; `undefined` if the poll failed, or its body is not JSON. */
  readonly body: unknown;
  /** Ms since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Polls a job once and emits its status. */
export async function poll(
  requester: Requester,
  id: string,
  { isSoon = false, by = 'key' }: { readonly isSoon?: boolean; readonly by?: 'key' | 'other' } = {},
): Promise<Poll> {
  const call = await requester.call({ operation: 'getGenerationStatus', id, isSoon, by });
  const body = call.isSuccess ? getJson(call.responseBody) : undefined;
  const status = parseJobStatus(getField(body, 'status'));
  requester.emit({ kind: 'job', id, status: status ?? String(call.status) });
  const { startedAt, endedAt } = call.exchange;
  return { status, body, startedAt, endedAt };
}

/** @returns the title of the presentation; `undefined` if the fetch fails or returns no title */
export async function fetchTitle(requester: Requester, id: string): Promise<string | undefined> {
  const call = await requester.call({ operation: 'getPresentation', id });
  const title = call.isSuccess ? getField(getJson(call.responseBody), 'title') : undefined;
  return typeof title === 'string' ? title : undefined;
}
