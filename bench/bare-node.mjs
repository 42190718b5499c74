// @ts-check
/** The baseline: `node:http`, which sends the same JSON for every request. Arguments: the port, and the body of polls. */
import { createServer } from 'node:http';

const [, , port, text = '{}'] = process.argv;
const value = JSON.parse(text);
createServer((_request, response) => {
  const body = JSON.stringify(value);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
