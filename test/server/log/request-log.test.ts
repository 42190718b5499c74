import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { RequestLog } from '../../../src/server/log/request-log.js';

function logged(
  pages: readonly (readonly [url: string, status: number])[],
  style: 'pretty' | 'json' = 'pretty',
) {
  const lines: string[] = [];
  const log = new RequestLog({
    style,
    basePath: '/api/v1',
    hints: {
      setKeys: 'start with --api-key KEY',
      allowOrigin: (origin) => `start with --allow-origin ${origin}`,
    },
    write: (line) => lines.push(stripVTControlCharacters(line)),
    onBug: (error) => {
      throw error;
    },
  });
  for (const [url, status] of pages) log.onPage({ method: 'GET', url, status, startedAt: 0, durationMs: 1 });
  return lines;
}

describe('the log of a server', () => {
  it.each(['pretty', 'json'] as const)('omits the requests of the panel, as %s', (style) => {
    expect(
      logged(
        [
          ['/_deckhand/', 200],
          ['/_deckhand/api/workspaces/ws_dev/changes?after=a1b2-17', 200],
          ['/_deckhand?workspace=ws_dev', 302],
        ],
        style,
      ),
    ).toEqual([]);
  });

  it('contains presentations, unknown paths, and failed requests to the control API', () => {
    const lines = logged([
      ['/view/ws_dev/pres_1', 200],
      ['/templates', 404],
      ['/_deckhand/api/nope', 404],
      ['/_deckhands', 200],
    ]);
    expect(lines.map((line) => line.split(/ +/)[2])).toEqual([
      '/view/ws_dev/pres_1',
      '/templates',
      '/_deckhand/api/nope',
      '/_deckhands',
    ]);
  });
});
