/** An exchange as a person would tell it: `poll · Quarterly review · awaiting_input`. */
import type { Exchange } from '../../generated/control-api.js';
import { operationWord } from '../../contract/model/operation-words.js';
import { jobOf } from '../state/exchange-job.js';

interface Sentence {
  readonly verb: string;
  /** The prompt of its job, or else the end of its path. */
  readonly object: string;
  readonly result: string | undefined;
}

/** @param promptOf the prompt of a job, if the job is known */
export function sentenceOf(exchange: Exchange, promptOf: (job: string) => string | undefined): Sentence {
  const { notes, request } = exchange;
  const job = jobOf(exchange);
  const prompt = job === undefined ? undefined : promptOf(job);
  const verb = operationWord(notes?.operationId);
  const path = pathBelowApi(request.url);
  const result = notes?.problem?.replaceAll('_', ' ') ?? notes?.jobStatus;
  if (verb === undefined) return { verb: request.method, object: path, result };
  const [, id = ''] = /^\/presentations\/([^/?]+)$/.exec(path) ?? [];
  return { verb, object: prompt?.slice(0, 120) ?? job ?? (id === 'generate' ? '' : id), result };
}

/** The path without the prefix of the API, which is the same in every row. */
export function pathBelowApi(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/^\/api\/v1(?=\/)/, '');
}
