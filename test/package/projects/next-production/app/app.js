'use client';
import { useEffect, useState } from 'react';

async function startMock() {
  if (process.env.NEXT_PUBLIC_DECKHAND === 'true') {
    const { setupDeckhandWorker } = await import('deckhand/browser');
    await setupDeckhandWorker().start();
  }
}

export function App() {
  const [text, setText] = useState('the app');
  useEffect(() => {
    startMock().then(() => setText('started'));
  }, []);
  return <p>{text}</p>;
}
