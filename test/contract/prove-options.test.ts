import { expect, test } from 'vitest';
import { proveOptions } from './prove-options.js';

test('prove has a usage text, and samples on request', () => {
  expect(proveOptions(['--help'])).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/^npm run prove.*--sample/s) as unknown,
  });
  expect(proveOptions([])).toEqual({ mode: 'whole' });
  expect(proveOptions(['--sample'])).toEqual({ mode: 'sample' });
});

test.each([['--sampel'], ['mutants'], ['--sample=yes'], ['--record --stored']])(
  'a wrong option is an error of one line: %s',
  (arg) => {
    const options = proveOptions(arg.split(' '));
    expect(options).toMatchObject({ exitCode: 2 });
    expect('text' in options && options.text).toMatch(/^prove: [^\n]+\. See npm run prove -- --help$/);
  },
);
