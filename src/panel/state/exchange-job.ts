/** Finds the job of an exchange. If the request was refused before the job was looked up, only its URL names the job. */
import type { Exchange } from '../../generated/control-api.js';

const JOB_PATH = /\/presentations\/generate\/([^/?#]+)\/(?:status|message)(?:[?#]|$)/;

export function jobIdOf({ notes, request }: Exchange): string | undefined {
  return notes?.generationId ?? JOB_PATH.exec(request.url)?.[1];
}
