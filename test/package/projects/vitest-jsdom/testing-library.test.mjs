// @vitest-environment jsdom
// The example of docs/tests.md: React, Testing Library and user-event, on the paused clock.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement, useState } from 'react';
import { test } from 'deckhand/vitest';
import { afterEach, expect, vi } from 'vitest';

// Testing Library asks for the fake timers of Jest.
vi.stubGlobal('jest', { advanceTimersByTime: vi.advanceTimersByTime.bind(vi) });
afterEach(cleanup);

/** An app that polls every three seconds. */
function App({ baseUrl, apiKey }) {
  const [status, setStatus] = useState('idle');
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const poll = async (url) => {
    const { status: next } = await (await fetch(new URL(url, baseUrl), { headers })).json();
    setStatus(next);
    if (next === 'generating') setTimeout(() => void poll(url), 3_000);
  };
  const start = async () => {
    const body = JSON.stringify({ prompt: 'Harbour taxis' });
    const response = await fetch(`${baseUrl}/presentations/generate`, { method: 'POST', headers, body });
    await poll((await response.json()).poll_url);
  };
  return createElement('main', null, [
    createElement('button', { key: 'button', onClick: () => void start() }, 'Generate'),
    createElement('p', { key: 'status', role: 'status' }, status),
  ]);
}

test('the app shows the finished deck', async ({ deckhand }) => {
  deckhand.clock.pauseWithTimers();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
  render(createElement(App, { baseUrl: deckhand.baseUrl, apiKey: deckhand.apiKey }));
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  await act(() => deckhand.waitForNetworkIdle());
  expect(screen.getByRole('status').textContent).toBe('generating');
  await act(() => deckhand.clock.runFor('1m'));
  expect(screen.getByRole('status').textContent).toBe('completed');
});
