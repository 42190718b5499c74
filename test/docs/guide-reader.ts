/** Reads a guide of docs/guides/ from top to bottom, as a user does: saves its files, runs its commands, collects what is printed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.js';
import { read } from './markdown-blocks.js';
import type { UserProject } from './user-project.js';

interface GuideBlock {
  /** The text before the block, with the headings in it. */
  readonly prose: string;
  readonly language: string;
  readonly code: string;
}

/** The ports of the guides, which are perhaps in use here. */
const PORTS = ['4010', '4011', '4020', '5173', '5174'];

/** Lines that install. */
const INSTALLS = /^npm |^npx playwright install/;

/** A command that runs until Ctrl-C, and its port if it names none. */
const SERVERS: readonly (readonly [RegExp, string])[] = [
  [/^npx --no deckhand serve/, '4010'],
  [/^npx --no deckhand (?:record|wall)/, '4020'],
  [/^npx vite$/, '5173'],
];

/** What a server prints when it listens. */
const LISTENS = /Panel +http|Use +http|Wall +http|Local: +http/;

/** The commands of other packages, which have no link in the project. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/^npx vitest/, 'node node_modules/vitest/vitest.mjs'],
  [/^npx vite/, 'node node_modules/vite/bin/vite.js'],
  [/^npx playwright/, 'node node_modules/@playwright/test/cli.js'],
];

/** Numbers, ids and line breaks differ in each run. */
const normalize = (text: string): string =>
  text
    .replaceAll(/gen_\w+/g, 'gen_#')
    .replaceAll(/\d+(?:\.\d+)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

export class GuideReader {
  /** The exit code of each command that ended by itself, in order. */
  readonly codes: number[] = [];
  readonly #project: UserProject;
  readonly #blocks: readonly GuideBlock[];
  readonly #ports: ReadonlyMap<string, number>;
  readonly #servers: ChildProcess[] = [];
  readonly #expected: string[] = [];
  #next = 0;
  #printed = '';
  #exports = '';
  #changedFile = '';

  private constructor(page: string, project: UserProject, ports: ReadonlyMap<string, number>) {
    this.#project = project;
    this.#ports = ports;
    this.#blocks = [...read(page).matchAll(/([^]*?)^```(\w*)\n([^]*?)^```$/gm)].map(
      ([, prose = '', language = '', code = '']) => ({ prose, language, code }),
    );
  }

  static async open(page: string, project: UserProject): Promise<GuideReader> {
    const ports = new Map<string, number>();
    for (const port of PORTS) ports.set(port, await freePort());
    return new GuideReader(page, project, ports);
  }

  /** A code or an address with the ports of this reader. */
  at(text: string): string {
    return text.replaceAll(new RegExp(`\\b(?:${PORTS.join('|')})\\b`, 'g'), (port) =>
      String(this.#ports.get(port) ?? port),
    );
  }

  /**
   * @param heading read the blocks before this heading. Default: all
   * @param adapt changes the files to what this machine has
   */
  async readTo(heading?: string, adapt = (code: string): string => code): Promise<void> {
    for (; this.#next < this.#blocks.length; this.#next += 1) {
      const block = this.#blocks[this.#next];
      if (!block || (heading !== undefined && block.prose.includes(`\n## ${heading}\n`))) return;
      await this.#readBlock({ ...block, code: adapt(block.code) });
    }
  }

  /** Ends all servers. @returns the parts of the outputs in the guide that no command printed */
  async close(): Promise<readonly string[]> {
    while (this.#servers.length > 0) await this.#endServer();
    const printed = normalize(this.#printed);
    return this.#expected.filter((part) => !printed.includes(normalize(part)));
  }

  /** What all commands printed until now. */
  get printed(): string {
    return this.#printed;
  }

  async #readBlock({ prose, language, code }: GuideBlock): Promise<void> {
    if (prose.includes('Ctrl-C')) await this.#endServer();
    this.#changedFile = /\bChange `([^`]+)`:/.exec(prose)?.[1] ?? this.#changedFile;
    if (language === 'text')
      this.#expected.push(...code.split(/\n\s*\n|^…$/m).filter((part) => part.trim() !== ''));
    else if (language === 'diff') this.#applyDiff(code);
    else if (language === 'sh') for (const line of code.trim().split('\n')) await this.#runLine(line);
    else this.#saveFile(prose, code);
  }

  #saveFile(prose: string, code: string): void {
    const file = /save this as\s+`([^`]+)`:\s*$/i.exec(prose)?.[1];
    if (file === undefined) throw new Error(`A block has no file name: ${code}`);
    this.#project.write(file, this.at(code));
  }

  #applyDiff(diff: string): void {
    const lines = this.at(diff).trimEnd().split('\n');
    const without = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)])).join('\n');
    const path = join(this.#project.folder, this.#changedFile);
    const text = readFileSync(path, 'utf8');
    const before = without('+');
    if (!text.includes(before)) throw new Error(`${this.#changedFile} has no lines\n${before}`);
    this.#project.write(
      this.#changedFile,
      text.replace(before, () => without('-')),
    );
  }

  async #runLine(line: string): Promise<void> {
    if (INSTALLS.test(line)) return;
    if (line.startsWith('export ')) {
      this.#exports += `${line}\n`;
      return;
    }
    const [, defaultPort] = SERVERS.find(([pattern]) => pattern.test(line)) ?? [];
    if (defaultPort !== undefined) {
      const port = line.includes('--port') ? '' : ` --port ${this.#ports.get(defaultPort)}`;
      return this.#startServer(toCommand(this.at(line) + port));
    }
    const { code, out, err } = await this.#project.shell(this.#exports + toCommand(this.at(line)));
    this.codes.push(code);
    this.#printed += out + err;
  }

  async #startServer(command: string): Promise<void> {
    const { folder, env } = this.#project;
    const child = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env });
    this.#servers.push(child);
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          printed += String(text);
          this.#printed += String(text);
          if (LISTENS.test(printed)) resolve();
        });
      child.once('exit', () => reject(new Error(`${command} ended:\n${printed}`)));
    });
  }

  async #endServer(): Promise<void> {
    const child = this.#servers.pop();
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'close');
    child.kill();
    await ended;
  }
}

function toCommand(line: string): string {
  const [pattern, command] = COMMANDS.find(([name]) => name.test(line)) ?? [];
  const replaced = pattern && command !== undefined ? line.replace(pattern, command) : line;
  // A run waits three seconds between two polls of a job.
  return / verify (?!.*--dry-run)/.test(line) ? `${replaced} --poll-interval 200ms` : replaced;
}
