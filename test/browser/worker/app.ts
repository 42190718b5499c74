/** A page with a mock server inside: opens it, and sends requests like its script. */
import type { Page } from '@playwright/test';
import type { SetupDeckhandWorkerOptions } from '../../../src/integrations/browser.js';

export const KEY = 'deckhand-dev-key';

export async function openApp(
  page: Page,
  origin: string,
  options: SetupDeckhandWorkerOptions = {},
): Promise<void> {
  await page.goto(`${origin}/?options=${encodeURIComponent(JSON.stringify(options))}`);
  await ready(page);
}

export async function reloadApp(page: Page): Promise<void> {
  await page.reload();
  await ready(page);
}

export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.isReady);
}

export interface ResponseSummary {
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly key?: string;
}

/**
 * @returns status and body; status 0 without a complete response
 */
export function request(
  page: Page,
  path: string,
  { json, key = KEY, method = json === undefined ? 'GET' : 'POST' }: ResponseSummary = {},
): Promise<{ status: number; text: string }> {
  const headers = { 'x-api-key': key, ...(json !== undefined && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) };
  const url = path.startsWith('/') ? `/api/v1${path}` : path;
  return page.evaluate(
    async ([requestUrl, requestInit]) => {
      try {
        const response = await fetch(requestUrl, requestInit);
        return { status: response.status, text: await response.text() };
      } catch (error) {
        return { status: 0, text: String(error) };
      }
    },
    [url, init] as const,
  );
}

/** Starts a job; returns its id. */
export async function startJob(page: Page, prompt = 'Harbour taxis', key = KEY): Promise<string> {
  const { text } = await request(page, '/presentations/generate', { json: { prompt }, key });
  return JSON.parse(text).generation_id;
}

export async function view(page: Page, id: string, key = KEY) {
  return JSON.parse((await request(page, `/presentations/generate/${id}/status`, { key })).text);
}

/** Collects the lines of the page's console from now on. */
export function consoleLines(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return lines;
}
