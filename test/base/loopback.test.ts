import { expect, it } from 'vitest';
import { isLoopback } from '../../src/base/loopback.js';

it.each([
  'localhost',
  'wall.localhost',
  '127.0.0.1',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  new URL('http://[::ffff:127.0.0.1]').hostname,
])('%s is this machine', (address) => expect(isLoopback(address)).toBe(true));

it.each([
  '',
  '0.0.0.0',
  '192.168.1.7',
  'example.com',
  'localhost.example.com',
  '127.example.com',
  'notlocalhost',
])('%s is not', (address) => expect(isLoopback(address)).toBe(false));
