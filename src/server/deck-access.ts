/** Decides who can see a deck that is not public, on a server that other machines can reach. */
import type { IncomingMessage } from 'node:http';
import type { Deckhand } from '../app/deckhand.js';
import { headerOf } from '../transports/http-request.js';

/** Whether a request has a key of the workspace, also as a password of a browser, or is a signed link. */
export function mayView({ service }: Deckhand, workspace: string, request: IncomingMessage): boolean {
  const { exposure } = service.world;
  if (!exposure || exposure.isSigned(request.url ?? '/')) return true;
  const header = (name: string): string | undefined => {
    const value = headerOf(request, name);
    return name === 'authorization' ? value && asBearer(value) : value;
  };
  return service.workspaceFor({ header, isExposed: true })?.id === workspace;
}

/** A browser asks for a name and a password (RFC 7617). The key is the password, or the name alone. */
function asBearer(authorization: string): string {
  const [, sent] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (sent === undefined) return authorization;
  const [, name = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? [];
  return `Bearer ${password || name}`;
}
