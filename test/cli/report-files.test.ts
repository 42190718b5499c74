import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitWithVerdict } from '../../src/cli/exit-with-verdict.js';
import { openReports } from '../../src/cli/report-files.js';
import { toHar } from '../../src/journal/har.js';
import { fail, pass } from '../judge/report/samples.js';

const har = toHar([], fail.tool);
let folder: string;
let output = '';
let errors = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-reports-'));
  output = errors = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((errors += String(text))));
  vi.stubEnv('GITHUB_STEP_SUMMARY', undefined);
});

afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('in a workflow the summary is added to the one of the step', () => {
  const file = join(folder, 'summary.md');
  writeFileSync(file, '# Before\n');
  vi.stubEnv('GITHUB_STEP_SUMMARY', file);
  openReports(['github'], undefined).write(fail, har);
  expect(read('summary.md')).toMatch(/^# Before\n## ❌ Fail&#58; 4 rules failed/);
  expect(output).toMatch(/^::error title=/);
});

test('a failed write of the summary is reported, and does not change the verdict', () => {
  vi.stubEnv('GITHUB_STEP_SUMMARY', join(folder, 'nowhere', 'summary.md'));
  openReports(['github'], undefined).write(fail, har);
  expect(output).toMatch(/^::error title=/);
  expect(errors).toContain('the step summary cannot be written');
});

test('an existing report and recording are replaced atomically, and only by a new one', () => {
  const [report, recording] = [join(folder, 'report.json'), join(folder, 'run.har')];
  writeFileSync(report, 'old report');
  writeFileSync(recording, 'old recording');
  const before = statSync(report).ino;
  const files = openReports([`json=${report}`], recording);
  expect([read('report.json'), read('run.har')]).toEqual(['old report', 'old recording']);
  expect(readdirSync(folder).sort()).toEqual(['report.json', 'run.har']);
  files.write(fail, har);
  expect(JSON.parse(read('run.har'))).toHaveProperty('log');
  expect(JSON.parse(read('report.json'))).toHaveProperty('outcome');
  expect(statSync(report).ino).not.toBe(before);
  expect(readdirSync(folder).sort()).toEqual(['report.json', 'run.har']);
});

test('only their user can read a new recording and a new report', () => {
  writeFileSync(join(folder, 'report.html'), 'old', { mode: 0o644 });
  openReports([`html=${join(folder, 'report.html')}`], join(folder, 'run.har')).write(fail, har);
  for (const name of ['run.har', 'report.html'])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test.each([
  ['a folder', '.', 'It is a folder.'],
  ['a folder that is not there', 'nowhere/report.json', 'The parent folder does not exist.'],
  ['a device', '/dev/full', 'It is not a regular file.'],
])('%s is refused before the run', (_, name, hint) => {
  const file = name.startsWith('/') ? name : join(folder, name);
  expect(() => openReports([`json=${file}`])).toThrow(expect.objectContaining({ hint }));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a violation', fail, 1],
  ['no violation', pass, 2],
])(
  'with a report that can no longer be written and %s, the verdict is on the terminal',
  (_, report, code) => {
    mkdirSync(join(folder, 'gone'));
    const lost = join(folder, 'gone', 'report.html');
    const files = openReports(
      [`html=${lost}`, `json=${join(folder, 'report.json')}`],
      join(folder, 'gone', 'run.har'),
    );
    rmSync(join(folder, 'gone'), { recursive: true });
    files.write(report, har);
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const exitCode = process.exitCode;
    exitWithVerdict(report, files);
    expect(process.exitCode).toBe(code);
    process.exitCode = exitCode;
    expect(output).toContain(report === fail ? 'Fail: 4 rules failed' : 'Pass');
    expect(JSON.parse(read('report.json'))).toHaveProperty('outcome');
    expect(log.mock.lastCall?.[0]).toContain(`${lost} cannot be written: The parent folder does not exist.`);
  },
);

test('two outputs with one file are refused before the run, also through a link', () => {
  const file = join(folder, 'report.json');
  symlinkSync(folder, join(folder, 'link'));
  const other = join(folder, 'link', 'report.json');
  const error = expect.objectContaining({ summary: `${other} is used twice.` });
  expect(() => openReports([`json=${file}`, `junit=${other}`])).toThrow(error);
  expect(() => openReports([`json=${file}`], other)).toThrow(error);
  expect(() => openReports([`json=${other}`], undefined, { usedFiles: [file] })).toThrow(error);
});
