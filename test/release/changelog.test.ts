import { expect, it, test } from 'vitest';
import { nextVersion, notesOf, readUnreleased, releaseChangelog } from '../../.ci/release/changelog.js';

const changelog = (unreleased: string): string =>
  `# Changelog\n\nWords.\n\n## [Unreleased]\n\n${unreleased}\n## [0.1.0]\n\n### Added\n\n- All.\n`;

it.each([
  ['### Fixed\n\n- A crash.\n', '0.1.1', '1.0.1'],
  ['### Security\n\n- A hole.\n', '0.1.1', '1.0.1'],
  ['### Added\n\n- A verb.\n\n### Fixed\n\n- A crash.\n', '0.2.0', '1.1.0'],
  ['### Changed\n\n- A colour.\n', '0.2.0', '1.1.0'],
  ['### Deprecated\n\n- A verb.\n', '0.2.0', '1.1.0'],
  ['### Fixed\n\n- A crash.\n\n### Removed\n\n- A verb.\n', '0.2.0', '2.0.0'],
  ['### Breaking\n\n- A verb has another name.\n', '0.2.0', '2.0.0'],
])('%j makes 0.1.0 %s, and 1.0.0 %s', (unreleased, below, above) => {
  const { bump } = readUnreleased(changelog(unreleased));
  expect([nextVersion('0.1.0', bump), nextVersion('1.0.0', bump)]).toEqual([below, above]);
});

it.each([
  ['', /^CHANGELOG.md:5: "Unreleased" is empty/],
  ['- A change.\n', /^CHANGELOG.md:7: this change is below no heading/],
  ['### Improved\n\n- A change.\n', /^CHANGELOG.md:7: "Improved" is not a heading/],
  ['### constructor\n\n- A change.\n', /^CHANGELOG.md:7: "constructor" is not a heading/],
  ['### Added\n\n### Fixed\n\n- A crash.\n', /^CHANGELOG.md:7: the heading "Added" has no entry/],
  [
    '### Fixed\n\n- One.\n\n### Fixed\n\n- Two.\n',
    /^CHANGELOG.md:11: the heading "Fixed" is there twice, first in line 7/,
  ],
])('%j is refused, with its place', (unreleased, message) => {
  expect(() => readUnreleased(changelog(unreleased))).toThrow(message);
});

test('a changelog without "Unreleased" is refused', () => {
  expect(() => readUnreleased('# Changelog\n\n## [0.1.0]\n')).toThrow('has no part "Unreleased"');
});

test('a higher version can be asked for, and no lower one', () => {
  expect(nextVersion('0.3.1', 'minor', '1.0.0')).toBe('1.0.0');
  expect(() => nextVersion('0.3.1', 'minor', '0.3.2')).toThrow(
    '--as 0.3.2 is too low: the changes require at least 0.4.0',
  );
  expect(() => nextVersion('0.3.1', 'minor', '1.0')).toThrow('--as: "1.0" is not a version');
  expect(() => nextVersion('0.3.1-rc.1', 'minor')).toThrow('package.json: "0.3.1-rc.1" is not a version');
});

test('a release moves the changes below its version, and leaves the rest as it is', () => {
  const before = changelog('### Added\n\n- A verb\n  in two lines.\n');
  const after = releaseChangelog(before, '0.2.0', '2026-11-23');
  expect(after).toBe(before.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n'));
  expect(notesOf(after, '0.2.0')).toBe('### Added\n\n- A verb\n  in two lines.');
  expect(notesOf(after, '0.1.0')).toBe('### Added\n\n- All.');
  expect(() => notesOf(after, '0.3.0')).toThrow('CHANGELOG.md has no part [0.3.0].');
  expect(() => readUnreleased(after)).toThrow('"Unreleased" is empty');
});
