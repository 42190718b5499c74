/** Decides who can see a deck that is not public, on a server that other machines can reach. */
import type { IncomingMessage } from 'node:http';
import type { Deckhand } from '../app/deckhand.js';
import { sentKey } from '../service/keys.js';
import { headerOf } from '../transports/exposure.js';

/** Whether a request has a key of the workspace, also as a password of a browser, or is a signed link. */
export function mayView(
  { service, exposure }: Deckhand,
  workspace: string,
  request: IncomingMessage,
): boolean {
  if (!exposure || exposure.isSigned(request.url ?? '/')) return true;
  const header = (name: string): string | undefined => {
    const value = headerOf(request, name);
    return name === 'authorization' ? value && asBearer(value) : value;
  };
  const key = sentKey({ header });
  if (key !== undefined && exposure.refusesKey(key) !== undefined) return false;
  return service.workspaceFor({ header })?.id === workspace;
}

/** A browser asks for a name and a password (RFC 7617). The key is the password, or the name alone. */
function asBearer(authorization: string): string {
  const [, sent] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (sent === undefined) return authorization;
  const [, name = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? [];
  return `Bearer ${password || name}`;
}
