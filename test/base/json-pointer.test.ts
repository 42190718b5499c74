import { expect, it } from 'vitest';
import { parseJsonPointer } from '../../src/base/json-pointer.js';

it.each([
  ['', []],
  ['/', ['']],
  ['/steps/0/generate', ['steps', '0', 'generate']],
  ['/a~1b/~0c', ['a/b', '~c']],
  ['/~01', ['~1']],
])('the pointer %j has the parts %j', (pointer, parts) => {
  expect(parseJsonPointer(pointer)).toEqual(parts);
});
