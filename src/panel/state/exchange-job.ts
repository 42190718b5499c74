/** Finds the job of an exchange. If the request was refused before the job was looked up, only its URL names the job. */
import type { Exchange } from '../../generated/control-api.js';

const ADDRESS = /\/presentations\/generate\/([^/?#]+)\/(?:status|message)(?:[?#]|$)/;

export function jobOf({ notes, request }: Exchange): string | undefined {
  return notes?.generationId ?? ADDRESS.exec(request.url)?.[1];
}
