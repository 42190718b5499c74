/** Starts a Vite server with the plugin, in a temporary project. Tests can wait for its log lines. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import {
  createServer,
  preview,
  type InlineConfig,
  type Logger,
  type PreviewServer,
  type ViteDevServer,
} from 'vite';
import { deckhand, type DeckhandPluginOptions } from '../../src/integrations/vite.js';

export class RecordingLogger implements Logger {
  readonly lines: string[] = [];
  hasWarned = false;

  readonly info = (line: string): void => this.#record(line);
  readonly warn = (line: string): void => this.#record(line);
  readonly warnOnce = (line: string): void => this.#record(line);
  readonly error = (line: string): void => this.#record(line);
  readonly clearScreen = (): void => {};
  readonly hasErrorLogged = (): boolean => false;

  /** The first line that contains this part, as soon as it is logged. */
  async line(part: string): Promise<string> {
    await expect.poll(() => this.lines.join('\n')).toContain(part);
    return this.lines.find((line) => line.includes(part)) ?? '';
  }

  #record(line: string): void {
    // Joins wrapped lines.
    this.lines.push(line.replaceAll(/\u001b\[\d+m/g, '').replaceAll(/\n +/g, ' '));
  }
}

export interface Project {
  readonly root: string;
  readonly log: RecordingLogger;
  readonly write: (file: string, text: string) => void;
  /** The text of a file; empty if there is none. */
  readonly read: (file: string) => string;
  /** The configuration of a server. */
  readonly config: (options?: DeckhandPluginOptions, extra?: InlineConfig) => InlineConfig;
}

export function viteProject(files: Readonly<Record<string, string>> = {}): Project {
  const root = mkdtempSync(join(tmpdir(), 'deckhand-vite-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, text] of Object.entries({ 'index.html': '<h1>The app</h1>', ...files }))
    write(file, text);
  const log = new RecordingLogger();
  const config = (options: DeckhandPluginOptions = {}, extra: InlineConfig = {}): InlineConfig => ({
    configFile: false,
    root,
    cacheDir: join(root, 'cache'),
    customLogger: log,
    ...extra,
    plugins: [deckhand(options), ...(extra.plugins ?? [])],
    // The plugin has its own watcher. Vite's watcher watches the parent of a removed folder, even after it is closed.
    server: { host: '127.0.0.1', port: 0, ws: false, watch: { ignored: '**' }, ...extra.server },
    preview: { host: '127.0.0.1', port: 0, ...extra.preview },
  });
  const read = (file: string): string =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  return { root, log, write, read, config };
}

export interface RunningVite<Server> {
  readonly server: Server;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
}

export async function startVite(config: InlineConfig): Promise<RunningVite<ViteDevServer>> {
  const server = await createServer(config);
  onTestFinished(() => server.close());
  await server.listen();
  return running(server);
}

export async function startPreview(config: InlineConfig): Promise<RunningVite<PreviewServer>> {
  const server = await preview(config);
  onTestFinished(() => server.close());
  return running(server);
}

function running<Server extends ViteDevServer | PreviewServer>(server: Server): RunningVite<Server> {
  const { local, network } = server.resolvedUrls ?? { local: [], network: [] };
  const { origin } = new URL(local[0] ?? network[0] ?? '');
  return { server, origin, get: (path, headers = {}) => fetch(origin + path, { headers }) };
}

/** Starts a job. @returns the path of its status */
export async function startJob(origin: string, scenario: string): Promise<string> {
  const accepted = await fetch(`${origin}/api/v1/presentations/generate`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', 'x-deckhand-scenario': scenario },
    body: '{"prompt":"Harbour taxis"}',
  });
  return (await accepted.json()).poll_url;
}

export const KEY = { 'x-api-key': 'deckhand-dev-key' };
