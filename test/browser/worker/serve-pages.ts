/** Serves pages with the worker: a script bundled from the sources, and msw's worker script. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** No eval, no inline scripts, no other origins. */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https://api.example.com";

export interface Pages {
  readonly origin: string;
  /** Requested paths that do not exist: those that the worker did not intercept. */
  readonly missed: readonly string[];
  readonly close: () => Promise<void>;
}

/** Scripts by their path. */
export type Files = ReadonlyMap<string, string>;

/** @param isApp whether unknown paths get the page, as servers of single-page apps respond */
export async function servePages(files: Files, isApp = false): Promise<Pages> {
  const missed: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(pathname);
    if (pathname === '/' || (isApp && !files.has(pathname))) {
      response.setHeader('Content-Type', 'text/html').setHeader('Content-Security-Policy', POLICY);
      response.end('<!doctype html><title>App</title><script type="module" src="/page.js"></script>');
    } else if (file !== undefined) {
      response.setHeader('Content-Type', 'text/javascript').end(file);
    } else {
      if (pathname !== '/favicon.ico') missed.push(`${request.method} ${pathname}`);
      response.writeHead(404).end('Nobody is here.');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param script the page's script, as a path from here
 */
export async function bundle(script: string): Promise<Files> {
  const build = await rolldown({
    input: { page: `${import.meta.dirname}/${script}` },
    platform: 'browser',
    logLevel: 'silent',
    // Tests that run in a page: the file next to the page's script replaces vitest.
    resolve: { alias: { vitest: `${import.meta.dirname}/vitest-in-page.ts` } },
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await build.close();
  return new Map([
    ['/mockServiceWorker.js', readFileSync('node_modules/msw/lib/mockServiceWorker.js', 'utf8')],
    ...output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [])),
  ]);
}
