import { beforeEach, expect, test, vi } from 'vitest';
import { findEnvProxy } from '../../../src/proxy/connection/env-proxy.js';

beforeEach(() => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

test.each([
  ['*', 'https://api.test'],
  ['api.test', 'https://api.test'],
  ['API.Test.', 'https://api.test'],
  ['api.test', 'https://API.test.'],
  ['test', 'https://api.test'],
  ['.test', 'https://api.test'],
  ['.api.test', 'https://api.test'],
  ['*.test', 'https://api.test'],
  ['*.test:8443', 'https://api.test:8443'],
  ['other.test, ,api.test', 'https://api.test'],
  ['other.test api.test', 'https://api.test'],
  ['api.test:443', 'https://api.test'],
  ['api.test:', 'https://api.test'],
  ['api.test:80', 'http://api.test'],
  ['api.test:8443', 'https://api.test:8443'],
  ['10.1.2.3', 'http://10.1.2.3'],
  ['10.1.2.3:8080', 'http://10.1.2.3:8080'],
  ['10.0.0.0/8', 'http://10.1.2.3'],
  ['0.0.0.0/0', 'http://10.1.2.3'],
  ['10.0.0.0/8:8080', 'http://10.1.2.3:8080'],
  ['::ffff:10.0.0.0/104', 'http://10.1.2.3'],
  ['10.0.0.0/8', 'http://[::ffff:10.1.2.3]'],
  ['fd00::7', 'http://[fd00::7]'],
  ['fd00:0:0::7', 'http://[fd00::7]'],
  ['[fd00::7]', 'http://[fd00::7]'],
  ['[fd00::7]:8080', 'http://[fd00::7]:8080'],
  ['fd00::/8', 'http://[fd00::7]:8080'],
  ['[fd00::]/8', 'http://[fd00::7]'],
])('NO_PROXY=%s: %s needs no proxy', (noProxy, url) => {
  vi.stubEnv('ALL_PROXY', 'http://proxy.test:3128');
  vi.stubEnv('NO_PROXY', noProxy);
  expect(findEnvProxy(url)).toBeUndefined();
});

test.each([
  ['', 'https://api.test'],
  ['pi.test', 'https://api.test'],
  ['api.test.example', 'https://api.test'],
  ['*.api.test', 'https://api.test'],
  ['api.test:80', 'https://api.test'],
  ['.', 'https://api.test'],
  ['10.1.2.0/24', 'http://10.1.3.3'],
  ['10.1.2.0/33', 'http://10.1.2.3'],
  ['10.1.2.0/x', 'http://10.1.2.3'],
  ['1.2.3', 'http://10.1.2.3'],
  ['[fd00::7]:81', 'http://[fd00::7]'],
  ['10.0.0.0/8', 'http://api.test'],
])('NO_PROXY=%s: %s goes to the proxy', (noProxy, url) => {
  vi.stubEnv('ALL_PROXY', 'http://proxy.test:3128');
  vi.stubEnv('NO_PROXY', noProxy);
  expect(findEnvProxy(url)?.host).toBe('proxy.test:3128');
});

test.each([
  ['HTTPS_PROXY', 'proxy.test:3128', 'http://proxy.test:3128/'],
  ['https_proxy', 'ann:secret@proxy.test:3128', 'http://ann:secret@proxy.test:3128/'],
  ['HTTPS_PROXY', 'localhost:3128', 'http://localhost:3128/'],
  ['ALL_PROXY', '10.0.0.1:3128', 'http://10.0.0.1:3128/'],
  ['HTTPS_PROXY', '[fd00::1]:3128', 'http://[fd00::1]:3128/'],
  ['HTTPS_PROXY', ' http://proxy.test:3128\n', 'http://proxy.test:3128/'],
  ['HTTPS_PROXY', 'https://proxy.test', 'https://proxy.test/'],
])('%s=%s is the proxy %s', (name, value, expected) => {
  vi.stubEnv(name, value);
  expect(findEnvProxy('https://api.test/api/v1')?.href).toBe(expected);
});

test.each(['socks5://ann:secret@proxy.test', 'http://ann:100%@proxy.test', 'http://', 'proxy.test:port'])(
  'a proxy that cannot be used is named by its variable: %s',
  (value) => {
    vi.stubEnv('all_proxy', value);
    expect(() => findEnvProxy('https://api.test')).toThrow(
      expect.objectContaining({ summary: 'The proxy of all_proxy cannot be used.' }),
    );
  },
);
