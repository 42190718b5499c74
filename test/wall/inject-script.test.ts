import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createScriptInjector } from '../../src/wall/inject-script.js';

const inserted = (pieces: readonly string[]): Promise<string> =>
  text(Readable.from(pieces.map((piece) => Buffer.from(piece, 'latin1'))).pipe(createScriptInjector('+')));

it.each([
  ['<!doctype html><html><head lang="en"><meta>', '<!doctype html>+<html><head lang="en"><meta>'],
  ['<header>', '+<header>'],
  ['', '+'],
  [' \n<!-- <head> --><!DOCTYPE html\n><p>', ' \n<!-- <head> --><!DOCTYPE html\n>+<p>'],
  ['<!--><!doctype html><p>', '<!--><!doctype html>+<p>'],
  ['<?xml version="1.0"?><!doctype html><p>', '<?xml version="1.0"?><!doctype html>+<p>'],
  ['<!-- never ends <!doctype html>', '+<!-- never ends <!doctype html>'],
  ['\u00ef\u00bb\u00bf<!doctype html><p>', '\ufeff<!doctype html>+<p>'],
])('the script comes first in %j, however the page is cut', async (html, expected) => {
  const whole = expected.replace('\ufeff', '');
  expect(await inserted([html])).toBe(whole);
  expect(await inserted([...html])).toBe(whole);
});

it('a page whose comments do not end gets the script at its start', async () => {
  const comments = `<!-- ${'x'.repeat(70_000)}`;
  expect((await inserted([comments, '--><!doctype html>'])).startsWith('+<!-- ')).toBe(true);
});
