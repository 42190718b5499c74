/** One-line summary of an exchange: `poll · Quarterly review · awaiting_input`. */
import type { ExchangeInfo } from '../../generated/control-api.js';
import { operationLabel } from '../../judge/model/operation-labels.js';
import { findJobId } from '../state/traffic.js';

interface ExchangeSummary {
  readonly action: string;
  /** The prompt of its job, or else the end of its path. */
  readonly subject: string;
  readonly result: string | undefined;
}

/** @param findPrompt returns the prompt of a job, if the job is listed */
export function summarizeExchange(
  exchange: ExchangeInfo,
  findPrompt: (job: string) => string | undefined,
): ExchangeSummary {
  const { metadata, request } = exchange;
  const job = findJobId(exchange);
  const prompt = job === undefined ? undefined : findPrompt(job);
  const action = operationLabel(metadata?.operationId);
  const path = apiRelativePath(request.url);
  const result = metadata?.problem?.replaceAll('_', ' ') ?? metadata?.jobStatus;
  if (action === undefined) return { action: request.method, subject: path, result };
  const [, id = ''] = /^\/presentations\/([^/?]+)$/.exec(path) ?? [];
  return { action, subject: prompt?.slice(0, 120) ?? job ?? (id === 'generate' ? '' : id), result };
}

/** The path without the prefix of the API, which is the same in every row. */
export function apiRelativePath(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/^\/api\/v1(?=\/)/, '');
}
