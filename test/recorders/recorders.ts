/** Records the ten stories once with each tool. `tsx test/recorders/recorders.ts FOLDER [NAME…]` writes one HAR file for each. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import {
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';
import { chromiumOptions } from '../browser/find-chromium.js';
import { freePort } from '../free-port.js';
import { playStories } from './stories.js';

interface Recording {
  readonly folder: string;
  /** The origin of the mock server. */
  readonly origin: string;
}

const started: ChildProcess[] = [];

/** Starts a program, and waits until it listens. @returns a function that ends it */
async function run(port: number, command: string, ...args: readonly string[]): Promise<() => Promise<void>> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  started.push(child);
  const ended = once(child, 'exit');
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${command} has ended`);
    const open = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (open) break;
    await new Promise((resolved) => setTimeout(resolved, 100));
  }
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
}

const deckhand = (port: number, ...args: readonly string[]): Promise<() => Promise<void>> =>
  run(port, process.execPath, 'dist/cli/main.js', ...args, '--port', String(port));

/** Plays the stories in a page of this origin. `use` sees the context before the page exists, and after it is closed. */
async function play(
  origin: string,
  {
    launch,
    context: options,
    use,
  }: {
    launch?: LaunchOptions;
    context?: BrowserContextOptions;
    use?: (context: BrowserContext) => Promise<() => Promise<void>>;
  } = {},
): Promise<void> {
  const found = await chromiumOptions();
  const browser = await chromium.launch({
    ...found,
    ...launch,
    args: [...(found.args ?? []), ...(launch?.args ?? [])],
  });
  try {
    const context = await browser.newContext({ ...options, bypassCSP: true });
    const finish = await use?.(context);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${origin}/app`);
    // The compiler names functions with a helper, which the page does not have.
    await page.evaluate('globalThis.__name = (named) => named');
    await page.evaluate(playStories, `${origin}/api/v1`);
    await finish?.();
    await context.close();
  } finally {
    await browser.close();
  }
}

const playwright =
  (name: string, options: Omit<NonNullable<BrowserContextOptions['recordHar']>, 'path'>) =>
  ({ folder, origin }: Recording): Promise<void> =>
    play(origin, { context: { recordHar: { path: join(folder, name), ...options } } });

const recorders: Readonly<Record<string, (recording: Recording) => Promise<void>>> = {
  'playwright-full': playwright('playwright-full.har', { mode: 'full', content: 'embed' }),
  'playwright-minimal': playwright('playwright-minimal.har', { mode: 'minimal', content: 'embed' }),
  'playwright-zip': playwright('playwright-zip.zip', { mode: 'full' }),
  'playwright-attach': playwright('attach/playwright-attach.har', { mode: 'full', content: 'attach' }),
  'playwright-omit': playwright('playwright-omit.har', { mode: 'full', content: 'omit' }),
  async 'chromium-cdp'({ folder, origin }) {
    // It is not a dependency: CHROME_HAR is a file in a folder where it is installed.
    const load = createRequire(process.env['CHROME_HAR'] ?? import.meta.url);
    const { harFromMessages } = load('chrome-har') as {
      harFromMessages: (messages: readonly object[], options: object) => object;
    };
    const messages: { method: string; params: Record<string, unknown> }[] = [];
    await play(origin, {
      async use(context) {
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Page.enable');
        await session.send('Network.enable');
        const names = [
          'requestWillBeSent',
          'requestWillBeSentExtraInfo',
          'requestServedFromCache',
          'responseReceived',
          'responseReceivedExtraInfo',
          'dataReceived',
          'loadingFinished',
          'loadingFailed',
          'resourceChangedPriority',
        ] as const;
        const add = (method: string) => (params: object) =>
          void messages.push({ method, params: params as Record<string, unknown> });
        for (const name of names) session.on(`Network.${name}`, add(`Network.${name}`));
        for (const name of [
          'loadEventFired',
          'domContentEventFired',
          'frameStartedLoading',
          'frameAttached',
        ] as const)
          session.on(`Page.${name}`, add(`Page.${name}`));
        return async () => {
          for (const { method, params } of messages) {
            if (method !== 'Network.responseReceived') continue;
            const body = await session
              .send('Network.getResponseBody', { requestId: String(params['requestId']) })
              .catch(() => undefined);
            if (body)
              Object.assign(params['response'] as object, {
                body: body.body,
                encoding: body.base64Encoded ? 'base64' : undefined,
              });
          }
        };
      },
    });
    const har = harFromMessages(messages, { includeTextFromResponseBody: true });
    writeFileSync(join(folder, 'chromium-cdp.har'), JSON.stringify(har));
  },
  async mitmproxy({ folder, origin }) {
    const port = await freePort();
    const script = process.env['HAR_DUMP'] ?? '/usr/share/doc/mitmproxy/examples/contrib/har_dump.py';
    const stop = await run(
      port,
      'mitmdump',
      '--quiet',
      '--mode',
      `reverse:${origin}`,
      '--listen-port',
      String(port),
      '-s',
      script,
      '--set',
      `hardump=${join(folder, 'mitmproxy.har')}`,
    );
    await play(`http://127.0.0.1:${port}`);
    await stop();
  },
  async 'mitmproxy-forward'({ folder, origin }) {
    const port = await freePort();
    const script = process.env['HAR_DUMP'] ?? '/usr/share/doc/mitmproxy/examples/contrib/har_dump.py';
    const stop = await run(
      port,
      'mitmdump',
      '--quiet',
      '--listen-port',
      String(port),
      '-s',
      script,
      '--set',
      `hardump=${join(folder, 'mitmproxy-forward.har')}`,
    );
    await play(origin, { launch: { proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' } } });
    await stop();
  },
  async 'deckhand-record'({ folder, origin }) {
    const port = await freePort();
    const har = join(folder, 'deckhand-record.har');
    const stop = await deckhand(
      port,
      'record',
      `${origin}/api/v1`,
      '--har',
      har,
      '--force',
      '--report',
      `json=${join(folder, 'report.json')}`,
    );
    await play(`http://127.0.0.1:${port}`);
    await stop();
  },
};

const [target = '.', ...chosen] = process.argv.slice(2);
const folder = resolve(target);
mkdirSync(join(folder, 'attach'), { recursive: true });
try {
  await Promise.all(
    (chosen.length > 0 ? chosen : Object.keys(recorders)).map(async (name) => {
      const record = recorders[name];
      if (!record) throw new Error(`There is no recorder ${name}: ${Object.keys(recorders).join(', ')}`);
      const port = await freePort();
      const stop = await deckhand(port, 'serve', '--speed', '2', '--log', 'silent', '--no-config');
      await record({ folder, origin: `http://127.0.0.1:${port}` });
      await stop();
      console.log(name, existsSync(join(folder, `${name}.har`)) ? 'har' : '');
    }),
  );
} finally {
  for (const child of started) child.kill('SIGKILL');
}
