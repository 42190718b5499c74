/** Folders and ports that a test has for itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files, gone when the test is over. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-scenarios-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A port of 127.0.0.1 that is in use until the test is over. */
export async function takenPort(): Promise<string> {
  const server = await listen();
  onTestFinished(() => void server.close());
  return portOf(server);
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<string> {
  const server = await listen();
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listen(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): string {
  return String((server.address() as AddressInfo).port);
}
