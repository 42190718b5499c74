/** Forwards an informational response (1xx), such as 103 Early Hints, with all its headers. Node can send only some of them. */
import type { InformationEvent, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';

/** The number of these responses that are forwarded for one request. More of them are a flood. */
export const MAX_INFORMATIONAL = 100;

export function sendInformational(response: ServerResponse, information: InformationEvent): void {
  if (response.headersSent || response.req.httpVersionMinor === 0) return;
  const { statusCode, statusMessage, rawHeaders } = information;
  // Node itself must know that a 100 was sent.
  if (statusCode === 100) return response.writeContinue();
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage || (STATUS_CODES[statusCode] ?? '')}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  const text = `${lines.join('\r\n')}\r\n\r\n`;
  // Pipelining: without a socket, an earlier response still uses the connection.
  if (response.socket) response.socket.write(text, 'latin1');
  else response.once('socket', () => response.socket?.write(text, 'latin1'));
}
