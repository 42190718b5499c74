import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/serve.js';
import { runInProcess } from './run-in-process.js';

describe('deckhand serve refuses', () => {
  it.each([
    ['--port', '65536', 'Expected a whole number from 0 to 65535.'],
    ['--port', '80a', 'Expected a whole number'],
    ['--port', '-1', 'Expected a whole number'],
    ['--port', '', 'Expected a whole number'],
    ['--host', '', 'Expected an address such as 127.0.0.1'],
    ['--host', 'http://localhost', 'Expected an address'],
    ['--allow-host', '*', 'Expected a host name'],
    ['--speed', '0', 'Expected a number above 0, such as 60.'],
    ['--speed', 'fast', 'Expected a number above 0'],
    ['--speed', 'Infinity', 'Expected a number above 0'],
    ['--rate-limit', '20', 'It has no window. Write it as 20/1m.'],
    ['--rate-limit', '0/1m', 'Expected requests per time, such as 20/1m.'],
    ['--rate-limit', '20/0s', 'Expected requests per time'],
    ['--rate-limit', '20/min', 'Expected requests per time'],
    ['--seed', '1.5', 'Expected a whole number'],
    ['--seed', '-1', 'Expected a whole number of 0 or more.'],
    ['--log', 'xml', 'Expected pretty, json or silent.'],
    ['--public-url', 'deck.example.com', 'Expected a URL such as https://'],
    ['--public-url', 'javascript:alert(1)', 'Expected a URL'],
    ['--allow-origin', '*', 'Give scheme, host and port, such as https://api.example.com.'],
    ['--allow-origin', 'https://app.example.com/path', "Write 'https://app.example.com'."],
    ['--max-jobs', '0', 'Expected a whole number from 1 to 10000000.'],
    ['--control-token', '', 'Expected a token of at least 16 characters, without spaces.'],
    ['--control-token', 'short', 'Expected a token of at least 16 characters'],
    ['--control-token', 'let me', 'Expected a token'],
    ['--latency', '200', 'It has no unit. Write it as 200ms.'],
    ['--latency', '600ms..200ms', 'Expected a time or a range'],
    ['--latency', 'slow', 'Expected a time or a range, such as 200ms or 200ms..600ms.'],
    ['--base-path', '/backend', 'The base path of the API ends in /api/v1: write /backend/api/v1.'],
    ['--key', 'my key', 'A key cannot be empty'],
    ['--key', 'my-key=my team', 'A workspace has an id of letters'],
    ['--key', 'sandbox-mine=ws_dev', 'opens its own workspace'],
    ['--key', 'mine=ws_sandbox_mine', 'Only its own key opens the sandbox'],
    ['--scenarios', '/no/such/folder', 'The scenarios folder /no/such/folder cannot be read.'],
  ])('%s %s', async (flag, value, expected) => {
    const { complaint, stdout } = await runInProcess(command(), [flag, value]);
    expect(complaint).toContain(expected);
    expect(complaint.includes(value) || flag === '--control-token' || flag === '--key').toBe(true);
    expect(stdout).toBe('');
  });

  it.each([
    [['--any-key', '--key', 'mine'], '--any-key'],
    [['--key', 'mine', '--any-key'], '--any-key'],
    [['--any-key', '--no-key'], '--any-key'],
    [['--no-key', '--key', 'mine'], '--no-key'],
    [['--key', 'mine', '--no-key'], '--no-key'],
  ])('%j together', async (flags, named) => {
    const { error, stdout } = await runInProcess(command(), flags);
    expect(error?.message).toMatch(/ cannot be used with /);
    expect(error?.message).toContain(named);
    expect(stdout).toBe('');
  });
});
