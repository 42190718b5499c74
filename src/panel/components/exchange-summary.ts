/** One-line summary of an exchange: `poll · Quarterly review · awaiting_input`. */
import type { ExchangeInfo } from '../../generated/control-api.js';
import { operationLabel } from '../../judge/model/operation-labels.js';
import { jobIdOf } from '../state/exchange-job.js';

interface ExchangeSummary {
  readonly action: string;
  /** The prompt of its job, or else the end of its path. */
  readonly subject: string;
  readonly result: string | undefined;
}

/** @param promptOf the prompt of a job, if the job is known */
export function summarizeExchange(
  exchange: ExchangeInfo,
  promptOf: (job: string) => string | undefined,
): ExchangeSummary {
  const { metadata, request } = exchange;
  const job = jobIdOf(exchange);
  const prompt = job === undefined ? undefined : promptOf(job);
  const verb = operationLabel(metadata?.operationId);
  const path = apiRelativePath(request.url);
  const result = metadata?.problem?.replaceAll('_', ' ') ?? metadata?.jobStatus;
  if (verb === undefined) return { action: request.method, subject: path, result };
  const [, id = ''] = /^\/presentations\/([^/?]+)$/.exec(path) ?? [];
  return { action: verb, subject: prompt?.slice(0, 120) ?? job ?? (id === 'generate' ? '' : id), result };
}

/** The path without the prefix of the API, which is the same in every row. */
export function apiRelativePath(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/^\/api\/v1(?=\/)/, '');
}
