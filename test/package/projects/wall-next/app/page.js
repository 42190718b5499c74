'use client';
// The browser knows no key: the routes of this app add it. On the wall, the seven operations never reach these routes.
import { useEffect, useState } from 'react';

const ask = (path, body) =>
  fetch(`/api/v1${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

export default function Page() {
  const [ideas, setIdeas] = useState([]);
  const [prompt, setPrompt] = useState('');
  const [reply, setReply] = useState('');
  const [screen, setScreen] = useState('Nothing yet');
  const [job, setJob] = useState({ id: '', isAsking: false });

  useEffect(() => {
    ask('/ideas')
      .then((response) => response.json())
      .then(setIdeas);
  }, []);

  async function poll(id) {
    const response = await ask(`/presentations/generate/${id}/status`);
    if (response.status === 429) {
      setScreen('Too many requests');
      setTimeout(poll, 1000 * Number(response.headers.get('retry-after') ?? 5), id);
      return;
    }
    const view = await response.json();
    setJob({ id, isAsking: view.status === 'awaiting_input' });
    setScreen(view.error ?? view.message ?? view.presentation?.title ?? view.status);
    if (view.status === 'generating') setTimeout(poll, 3000, id);
  }

  async function make(event) {
    event.preventDefault();
    const response = await ask('/presentations/generate', { prompt });
    if (!response.ok) return setScreen(`Refused: ${response.status}`);
    setScreen('Started');
    setTimeout(poll, 3000, (await response.json()).generation_id);
  }

  async function send(event) {
    event.preventDefault();
    await ask(`/presentations/generate/${job.id}/message`, { message: reply });
    setTimeout(poll, 3000, job.id);
  }

  return (
    <>
      <form onSubmit={make}>
        <label>
          Prompt <input value={prompt} onChange={({ target }) => setPrompt(target.value)} />
        </label>
        <button disabled={ideas.length === 0}>Make</button>
      </form>
      {job.isAsking && (
        <form onSubmit={send}>
          <label>
            Reply <input value={reply} onChange={({ target }) => setReply(target.value)} />
          </label>
          <button>Send</button>
        </form>
      )}
      <output>{screen}</output>
    </>
  );
}
