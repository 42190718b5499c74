/**
 * Reads the part "Unreleased" of CHANGELOG.md, decides the next version from its headings, and moves it below that version. Pure:
 * text in, text out.
 */
import { ReleaseError } from './release-error.js';

type Bump = 'major' | 'minor' | 'patch';

/** The headings of Keep a Changelog, and `Breaking`. CONTRIBUTING.md explains them to authors. */
const BUMPS: Readonly<Record<string, Bump>> = {
  Breaking: 'major',
  Removed: 'major',
  Added: 'minor',
  Changed: 'minor',
  Deprecated: 'minor',
  Fixed: 'patch',
  Security: 'patch',
};
const ORDER: readonly Bump[] = ['patch', 'minor', 'major'];

export interface Unreleased {
  /** What a release of these changes requires, by the headings alone. */
  readonly bump: Bump;
  /** The headings with entries. */
  readonly headings: readonly string[];
  /** The Markdown below "Unreleased". */
  readonly notes: string;
  /** The newest version that the changelog lists, if it lists one. */
  readonly newest: string | undefined;
}

const isHeading = (line: string): boolean => /^## \[/.test(line);

/** The lines of "Unreleased", without its heading; `start` and `end` are indexes as in `slice`. */
function extent(lines: readonly string[]): { start: number; end: number } {
  const start = lines.findIndex((line) => /^## \[Unreleased\]\s*$/i.test(line));
  if (start < 0)
    throw new ReleaseError(
      'CHANGELOG.md has no part "Unreleased".',
      'Write "## [Unreleased]" above the newest version, and the changes below it.',
    );
  const length = lines.slice(start + 1).findIndex(isHeading);
  return { start: start + 1, end: length < 0 ? lines.length : start + 1 + length };
}

/** @throws ReleaseError with file and line when the part cannot be released */
export function readUnreleased(text: string): Unreleased {
  const lines = text.split(/\r?\n/);
  const { start, end } = extent(lines);
  const entries = new Map<string, { line: number; count: number }>();
  let heading: string | undefined;
  for (let index = start; index < end; index += 1) {
    const line = lines[index] ?? '';
    const at = `CHANGELOG.md:${index + 1}`;
    const named = /^### (.*?)\s*$/.exec(line)?.[1];
    if (named !== undefined) {
      if (!Object.hasOwn(BUMPS, named))
        throw new ReleaseError(
          `${at}: "${named}" is not a heading of a change.`,
          `Use one of ${Object.keys(BUMPS).join(', ')}: the heading decides the version.`,
        );
      if (entries.has(named))
        throw new ReleaseError(
          `${at}: the heading "${named}" is there twice, first in line ${entries.get(named)?.line}.`,
          'Move the entries below the first one. (A merge can cause this.)',
        );
      entries.set(named, { line: index + 1, count: 0 });
      heading = named;
    } else if (heading === undefined && line.trim() !== '')
      throw new ReleaseError(
        `${at}: this change is below no heading.`,
        `Put it below one of ${Object.keys(BUMPS)
          .map((name) => `"### ${name}"`)
          .join(', ')}.`,
      );
    else if (heading !== undefined && line.startsWith('- ')) {
      const entry = entries.get(heading);
      if (entry) entry.count += 1;
    }
  }
  for (const [name, { line, count }] of entries)
    if (count === 0)
      throw new ReleaseError(
        `CHANGELOG.md:${line}: the heading "${name}" has no entry.`,
        'Write its changes as "- …", or delete it.',
      );
  const headings = [...entries.keys()];
  if (headings.length === 0)
    throw new ReleaseError(
      `CHANGELOG.md:${start}: "Unreleased" is empty, so there is nothing to release.`,
      'Write what users notice below "### Added", "### Changed" or "### Fixed".',
    );
  const bump = ORDER.findLast((one) => headings.some((name) => BUMPS[name] === one)) ?? 'patch';
  const newest = lines.slice(end).flatMap((line) => /^## \[(\d[^\]]*)\]/.exec(line)?.[1] ?? [])[0];
  return { bump, headings, notes: lines.slice(start, end).join('\n').trim(), newest };
}

type Version = readonly [major: number, minor: number, patch: number];

function parse(version: string, from: string): Version {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (major === undefined)
    throw new ReleaseError(
      `${from}: "${version}" is not a version.`,
      'Write three numbers, such as 1.4.0. Pre-releases are not supported.',
    );
  return [Number(major), Number(minor), Number(patch)];
}

const compare = (one: Version, two: Version): number => one[0] - two[0] || one[1] - two[1] || one[2] - two[2];

/**
 * The version after `current`. While the major version is 0, a breaking change raises the minor version.
 * @param wanted a version that somebody asks for, such as 1.0.0: it can be higher than the changes require, and not lower
 */
export function nextVersion(current: string, bump: Bump, wanted?: string): string {
  const [major, minor, patch] = parse(current, 'package.json');
  const required: Version =
    bump === 'patch'
      ? [major, minor, patch + 1]
      : bump === 'minor' || major === 0
        ? [major, minor + 1, 0]
        : [major + 1, 0, 0];
  if (wanted === undefined) return required.join('.');
  if (compare(parse(wanted, '--as'), required) < 0)
    throw new ReleaseError(
      `--as ${wanted} is too low: the changes require at least ${required.join('.')}.`,
      `Leave out --as, or give ${required.join('.')} or higher.`,
    );
  return wanted;
}

/** The changelog with the unreleased changes below `version`, and an empty "Unreleased" above it. @param date such as 2026-11-23 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const lines = text.split('\n');
  const { start, end } = extent(lines);
  const notes = lines.slice(start, end).join('\n').trim();
  const after = lines.slice(end);
  return [...lines.slice(0, start), '', `## [${version}] - ${date}`, '', notes, '', ...after].join('\n');
}

/** The changes of one released version. */
export function notesOf(text: string, version: string): string {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start < 0)
    throw new ReleaseError(
      `CHANGELOG.md has no part [${version}].`,
      'Run `npm run release`, which writes it.',
    );
  const length = lines.slice(start + 1).findIndex(isHeading);
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}
