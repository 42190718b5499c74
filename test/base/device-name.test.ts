import { expect, it } from 'vitest';
import { isDeviceName } from '../../src/base/device-name.js';

it.each(['con', 'NUL', 'nul.yaml', 'Com1.har', 'LPT9', 'aux .txt', 'con.tar.gz', 'nul.', 'com¹', 'CONIN$'])(
  'Windows keeps %s for a device',
  (name) => {
    expect(isDeviceName(name)).toBe(true);
  },
);

it.each(['console', 'con-1', 'com', 'com10', 'null', 'my-nul', 'a.con', 'lpt.har', ''])(
  '%s is a name for a file',
  (name) => {
    expect(isDeviceName(name)).toBe(false);
  },
);
