/** Releases a small project with the command of this one. Its scripts are one-liners: each proves that it ran, or fails. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:GIT|npm)_/i.test(name)));

class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'deckhand-released-'));

  constructor() {
    folders.push(this.folder);
    const manifest = {
      name: 'deckhand',
      version: '0.1.0',
      scripts: {
        generate: `node -e "require('fs').appendFileSync('generated.txt', 'fresh\\n')"`,
        'third-party': 'node -e 0',
        check: `node -e "process.exit(require('fs').existsSync('broken') ? 1 : 0)"`,
        test: 'node -e 0',
        artifacts: `node -e "const f=require('fs'),o=process.argv[1];f.mkdirSync(o);f.writeFileSync(o+'/made','made')"`,
      },
    };
    this.write('package.json', JSON.stringify(manifest, null, 2));
    const lock = {
      name: 'deckhand',
      version: '0.1.0',
      lockfileVersion: 3,
      packages: { '': { name: 'deckhand', version: '0.1.0' } },
    };
    this.write('package-lock.json', JSON.stringify(lock));
    this.write('.gitignore', 'node_modules\n.ci/release/dist\n');
    this.write('generated.txt', '');
    this.write(
      'README.md',
      'Install deckhand@0.1.0 (`deckhand-0.1.0.tgz`), not other@0.1.0 or deckhand@0.1.01.\n',
    );
    mkdirSync(join(this.folder, 'docs/decisions'), { recursive: true });
    this.write('docs/decisions/0001.md', 'With deckhand 0.1.0 it was slow.\n');
    this.write(
      'CHANGELOG.md',
      '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A verb.\n\n## [0.1.0]\n\n### Added\n\n- All.\n',
    );
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.git('config', 'user.name', 'Someone');
    this.git('config', 'user.email', 'someone@example.com');
    this.commit();
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8', env: ENV }).trim();
  }

  commit(): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'change');
  }

  release(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const command = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, '.ci/release/main.ts'), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...ENV, ...env },
      timeout: 100_000,
    });
    return { code: status, out: stdout, err: stderr };
  }

  /** Everything that a release could change. */
  state(): string {
    return [
      this.git('log', '--format=%H', '--all'),
      this.git('tag', '--list'),
      this.git('status', '--porcelain', '--ignored'),
      this.read('CHANGELOG.md'),
    ].join('\n');
  }
}

describe('a release', { timeout: 120_000 }, () => {
  test('is a commit and a tag, with the new version everywhere', () => {
    const project = new Project();
    const { code, out, err } = project.release();
    expect(err.replaceAll(/^npm warn.*\n/gm, '')).toBe('');
    expect(code).toBe(0);
    expect(project.git('log', '--format=%s', '-1')).toBe('build(release): 0.2.0');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('tag', '--list', '--format=%(refname:short) %(contents)')).toBe(
      'v0.2.0 Deckhand 0.2.0\n\n### Added\n\n- A verb.',
    );
    expect(project.git('rev-parse', 'v0.2.0^{commit}')).toBe(project.git('rev-parse', 'HEAD'));
    expect(JSON.parse(project.read('package.json'))).toMatchObject({ version: '0.2.0' });
    expect(JSON.parse(project.read('package-lock.json'))).toMatchObject({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' } },
    });
    expect(project.read('CHANGELOG.md')).toMatch(
      /^## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A verb\.\n\n## \[0\.1\.0\]$/m,
    );
    expect(project.read('README.md')).toBe(
      'Install deckhand@0.2.0 (`deckhand-0.2.0.tgz`), not other@0.1.0 or deckhand@0.1.01.\n',
    );
    expect(project.read('docs/decisions/0001.md')).toContain('0.1.0');
    expect(project.read('generated.txt')).toBe('fresh\n');
    expect(project.read('.ci/release/dist/made')).toBe('made');
    expect(out).toContain('git push --atomic origin main v0.2.0');
    expect(out).toContain('npm publish .ci/release/dist/deckhand-0.2.0.tgz');
  });

  it.each([
    ['--dry-run', ['--dry-run'], {}],
    ['npm run release --dry-run, whose flag npm takes', [], { npm_config_dry_run: 'true' }],
  ])('changes nothing with %s', (_name, args, env) => {
    const project = new Project();
    const before = project.state();
    const { code, out } = project.release(args, env);
    expect(out).toContain('0.1.0 → 0.2.0, because of Added');
    expect(out).toContain('$ npm test');
    expect(out).toContain('Dry run: v0.2.0 can be released.');
    expect(code).toBe(0);
    expect(project.state()).toBe(before);
  });

  test('changes nothing when a check fails', () => {
    const project = new Project();
    project.write('broken', '');
    project.commit();
    const before = project.state();
    const { code, err } = project.release();
    expect(err).toContain('`npm run check` failed. Nothing was committed');
    expect(code).toBe(1);
    expect(project.state()).toBe(before);
  });

  it.each<[string, (project: Project) => void, readonly string[], string]>([
    [
      'from another branch',
      (project) => project.git('switch', '--quiet', '--create', 'topic'),
      [],
      'made on main, and this is topic',
    ],
    ['with changes', (project) => project.write('new.txt', ''), [], 'no commit has:\n  ?? new.txt'],
    ['of a tagged version', (project) => project.git('tag', 'v0.2.0'), [], 'The tag v0.2.0 exists already.'],
    [
      'below what the changes require',
      () => undefined,
      ['--as', '0.1.1'],
      'the changes require at least 0.2.0',
    ],
    ['with an unknown option', () => undefined, ['--force'], 'Usage: npm run release'],
    [
      'of a version that the changelog does not know',
      (project) => {
        project.write('package.json', project.read('package.json').replace('0.1.0', '0.1.5'));
        project.commit();
      },
      [],
      'package.json has the version 0.1.5, and the newest version in CHANGELOG.md is 0.1.0',
    ],
  ])('is refused %s', (_name, prepare, args, message) => {
    const project = new Project();
    prepare(project);
    const before = project.state();
    const { code, err } = project.release(args);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
    expect(project.state()).toBe(before);
    expect(existsSync(join(project.folder, 'release'))).toBe(false);
  });
});
