/** Which job an exchange is about. One that was refused before its job was looked up says so in its address alone. */
import type { Exchange } from '../../generated/control-api.js';

const ADDRESS = /\/presentations\/generate\/([^/?#]+)\/(?:status|message)(?:[?#]|$)/;

export function jobOf({ notes, request }: Exchange): string | undefined {
  return notes?.generationId ?? ADDRESS.exec(request.url)?.[1];
}
