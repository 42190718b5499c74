/** Passes on an interim answer, such as 103 Early Hints, with its headers as they came. Node writes only some kinds. */
import type { InformationEvent, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';

export function sendInformation(response: ServerResponse, information: InformationEvent): void {
  if (response.headersSent || response.req.httpVersionMinor === 0) return;
  const { statusCode, statusMessage, rawHeaders } = information;
  // Node has to know that it was sent.
  if (statusCode === 100) return response.writeContinue();
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage || (STATUS_CODES[statusCode] ?? '')}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  const text = `${lines.join('\r\n')}\r\n\r\n`;
  // Without a connection it is not this answer's turn yet.
  if (response.socket) response.socket.write(text, 'latin1');
  else response.once('socket', () => response.socket?.write(text, 'latin1'));
}
