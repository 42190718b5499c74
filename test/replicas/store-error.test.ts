import { expect, it } from 'vitest';
import { startError } from '../../src/replicas/store-error.js';

it.each([
  ['self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
  ['WRONGPASS invalid username-password pair', 'USER:PASSWORD'],
  ['NOPERM this user has no permissions', 'ACL SETUSER'],
  ["READONLY You can't write against a read only replica.", 'primary'],
  ['LOADING Redis is loading the dataset in memory', 'in a moment'],
])('the start error "%s" names the store and what to do', (text, hint) => {
  const error = startError(new Error(text), 'valkey://store:6379');
  expect(error.message).toMatch(/^valkey:\/\/store:6379: /);
  expect(error.hint).toContain(hint);
});
