import { describe, expect, it, vi } from 'vitest';
import { controlClient, type ClientErrors } from '../../src/control/client.js';
import { httpLine } from '../../src/control/http-line.js';

const errors: ClientErrors = {
  unreachable: () => new Error('unreachable'),
  refused: ({ status }) => new Error(`refused with ${status}`),
  notDeckhand: () => new Error('not Deckhand'),
  notFound: (what) => new Error(`no ${what}`),
};

const HOUR = 3_600_000;
const events = (...ids: readonly string[]): Response =>
  new Response(ids.map((id) => `id: ${id}\nevent: scenario\ndata: {}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

/** A line whose connections have these outcomes in turn. It notes the last event id of each request. */
function lineTo(...outcomes: readonly (Response | Error)[]) {
  const asked: (string | null)[] = [];
  const client = controlClient('http://mock.example/_deckhand/api', {
    errors,
    fetch: async (input) => {
      const outcome = outcomes[asked.length];
      asked.push((input as Request).headers.get('last-event-id'));
      if (outcome instanceof Response) return outcome;
      throw outcome ?? new TypeError('no more connections');
    },
  });
  return { line: httpLine(client, errors), asked };
}

describe('events over HTTP', () => {
  it('go on as long as the caller wants, after a connection that failed before the first event, too', async () => {
    const { line, asked } = lineTo(new TypeError('no network'), events('a.1'), events('a.2'));
    const told: unknown[] = [];
    const following = line.follow('ws_dev', {
      pauses: [0],
      onOpen: (resumed) => told.push(resumed ? 'resumed' : 'open'),
      onLost: (error) => told.push((error as Error | undefined)?.message ?? 'ended') < 6,
    });
    const seen: string[] = [];
    await expect(
      (async () => {
        for await (const { id } of following) seen.push(id);
      })(),
    ).rejects.toThrow('unreachable');
    expect(seen).toEqual(['a.1', 'a.2']);
    expect(told).toEqual(['unreachable', 'open', 'ended', 'resumed', 'ended', 'unreachable']);
    expect(asked).toEqual([null, null, 'a.1', 'a.2']);
  });

  it('end with the error of the first connection when the caller says nothing', async () => {
    const refusal = Response.json({ code: 'not_found' }, { status: 404 });
    await expect(lineTo(refusal).line.follow('ws_dev').next()).rejects.toThrow('refused with 404');
  });

  it('do not wait for the end of a pause after a wake', async () => {
    const { line } = lineTo(events('a.1'), events('a.2'));
    const wake = new EventTarget();
    const following = line.follow('ws_dev', {
      pauses: [HOUR],
      wake,
      onLost: () => {
        // The pause begins after this call.
        setTimeout(() => wake.dispatchEvent(new Event('wake')));
        return true;
      },
    });
    expect((await following.next()).value?.id).toBe('a.1');
    expect((await following.next()).value?.id).toBe('a.2');
    await following.return();
  });

  it('end with the signal of the caller, also if the request no longer hears it', async () => {
    const first = new TextEncoder().encode('id: a.1\nevent: scenario\ndata: {}\n\n');
    let isOpen = true;
    const open = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(first),
      cancel: () => void (isOpen = false),
    });
    const { line } = lineTo(new Response(open, { headers: { 'content-type': 'text/event-stream' } }));
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { id } of line.follow('ws_dev', { signal: stop.signal })) {
      seen.push(id);
      setTimeout(() => stop.abort(), 0);
    }
    expect(seen).toEqual(['a.1']);
    await vi.waitFor(() => expect(isOpen).toBe(false));
  });

  it('are refused for a name that no path can have', async () => {
    const { line, asked } = lineTo();
    await expect(line.follow('..').next()).rejects.toThrow('no workspace ".."');
    await expect(line.run('getWorkspace', { params: { workspace: '' } })).rejects.toThrow('no workspace ""');
    expect(asked).toEqual([]);
  });
});
