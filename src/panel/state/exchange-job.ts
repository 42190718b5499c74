/** Finds the job of an exchange. If the request was refused before the job was looked up, only its URL names the job. */
import type { ExchangeInfo } from '../../generated/control-api.js';

const JOB_PATH = /\/presentations\/generate\/([^/?#]+)\/(?:status|message)(?:[?#]|$)/;

export function jobIdOf({ metadata, request }: ExchangeInfo): string | undefined {
  return metadata?.generationId ?? JOB_PATH.exec(request.url)?.[1];
}
