/** The pictures of docs/judge.md: what `deckhand judge` prints about a recording, in a terminal and as an HTML report. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { connectDeckhand } from '../../src/index.js';
import { openPage, picture } from './pictures.js';

const COMMAND = join(import.meta.dirname, '../../dist/cli/main.js');
const HEIGHT = 640;
const KEY = 'sandbox-pictures';

/** The parts of ANSI text that Deckhand prints, as classes. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
};

const TERMINAL = `body { margin: 0; padding: 20px 24px; background: #1b1e24; color: #d7dbe2 }
  pre { margin: 0; font: 14px/1.35 "DejaVu Sans Mono", monospace }
  .bold { font-weight: 700 } .dim { color: #9098a6 } .red { color: #ff7b72 } .green { color: #7ee08a }
  .yellow { color: #e3b95c } .cyan { color: #76d1e8 }`;

export interface ReportPictures {
  readonly terminal: Buffer;
  readonly report: Buffer;
}

/** @param url the address of a dev server with Deckhand */
export async function takeReport(browser: Browser, url: string): Promise<ReportPictures> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-pictures-'));
  try {
    writeFileSync(join(folder, 'session.har'), await hastyClient(url));
    const printed = await judged(folder);
    const terminal = await openPage(browser, 760, 'dark');
    await terminal.setContent(
      `<style>${TERMINAL}</style><pre>$ npx --no deckhand judge session.har\n\n${asHtml(printed)}</pre>`,
    );
    await terminal.setViewportSize({ width: 760, height: HEIGHT });
    const report = await openPage(browser, 1200);
    await report.setViewportSize({ width: 1200, height: HEIGHT + 160 });
    await report.goto(pathToFileURL(join(folder, 'report.html')).href);
    return { terminal: await picture(terminal, 1.5), report: await picture(report, 1.5) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the recording of a client that polls three times a second. Rules about time judge no clock that jumps. */
async function hastyClient(url: string): Promise<string> {
  const sandbox = connectDeckhand(new URL(url).origin).workspace(KEY);
  await sandbox.use('rate-limited');
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'A report on ferry traffic' });
  const started = await fetch(`${url}api/v1/presentations/generate`, { method: 'POST', headers, body });
  const { poll_url: path } = (await started.json()) as { readonly poll_url: string };
  for (let poll = 0; poll < 40; poll += 1) {
    await setTimeout(300);
    await fetch(new URL(path, url), { headers });
  }
  return JSON.stringify(await sandbox.har());
}

/** @returns the text with its styles. The exit code is 1, because the recording has violations. */
function judged(folder: string): Promise<string> {
  const args = [COMMAND, 'judge', 'session.har', '--report', 'text', '--report', 'html=report.html'];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd: folder, env: { ...process.env, FORCE_COLOR: '1' } },
      (error, stdout, stderr) => {
        if (error && error.code !== 1) reject(new Error(stderr));
        else resolve(stdout);
      },
    );
  });
}

function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(/\u001b\[(\d+)m/g, (_, code: string) =>
    STYLES[code] ? `<span class="${STYLES[code]}">` : '</span>',
  );
}
