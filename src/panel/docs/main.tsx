/** Starts the API reference: loads the contract document, and finds the address of the API of this server. */
import { render } from 'preact';
import '../styles/tokens.css';
import '../styles/base.css';
import './docs.css';
import './operations.css';
import type { Contract } from './contract.js';
import { Reference } from './reference.js';

async function load(): Promise<{ readonly contract: Contract; readonly baseUrl: string }> {
  const [document, health] = await Promise.all(['./contract.json', '../health'].map(loadJson));
  const { base_path: basePath } = health as { readonly base_path: string };
  // The API can be below another path, such as the base of a Vite server.
  return { contract: document as Contract, baseUrl: new URL(`../..${basePath}`, location.href).href };
}

async function loadJson(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The server responds with ${response.status} to ${path}.`);
  return response.json();
}

const root = document.getElementById('reference') as HTMLElement;

load().then(
  (loaded) => {
    render(<Reference {...loaded} />, root);
    // The target of the address did not exist when the page loaded.
    if (location.hash) document.querySelector(location.hash.replaceAll(/[^#\w-]/g, ''))?.scrollIntoView();
  },
  (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      <p class="unavailable" role="alert">
        The reference cannot be shown. {reason} Is Deckhand still running?
      </p>,
      root,
    );
  },
);
