import { expect, test } from 'vitest';
import { proveOptions } from './prove-options.js';

test('prove has a usage text, and samples on request', () => {
  expect(proveOptions(['--help'])).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/^npm run prove.*--sample/s) as unknown,
  });
  expect(proveOptions([])).toEqual({ sample: false });
  expect(proveOptions(['--sample'])).toEqual({ sample: true });
});

test.each([['--sampel'], ['mutants'], ['--sample=yes']])(
  'a wrong option is an error of one line: %s',
  (arg) => {
    const options = proveOptions([arg]);
    expect(options).toMatchObject({ exitCode: 2 });
    expect('text' in options && options.text).toMatch(/^prove: [^\n]+\. See npm run prove -- --help$/);
  },
);
