/** The API reference: openapi-explorer renders the contract document and sends requests to the server of this page. */
import 'openapi-explorer';
import './docs.css';
import marks from './marks.css?inline';
import { legend, withProvenance } from './provenance.js';

interface Contract {
  readonly info: { readonly description: string };
  readonly 'x-interface-sections': Readonly<Record<string, string>>;
}

/** The methods of the renderer that this page uses. The package has no types. */
interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>;
  setAuthenticationConfiguration(scheme: string, key: { readonly token: string }): Promise<void>;
}

const SCHEMES = ['bearerKey', 'headerKey'];

/** The renderer's elements that show descriptions. Each has its own shadow root. */
const DESCRIPTION_ELEMENTS = [
  'openapi-explorer',
  'api-request',
  'api-response',
  'schema-tree',
  'schema-table',
  'request-form-table',
];

function addMarks(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(marks);
  for (const name of DESCRIPTION_ELEMENTS) {
    const element = customElements.get(name) as { readonly elementStyles?: unknown[] } | undefined;
    element?.elementStyles?.push(sheet);
  }
}

async function show(): Promise<void> {
  const response = await fetch('./contract.json');
  if (!response.ok) throw new Error(`The server answers ${response.status} for the document.`);
  const contract = (await response.json()) as Contract;
  const sections = contract['x-interface-sections'];
  const health = (await (await fetch('../health')).json()) as { readonly base_path: string };
  // The API can be below another path, such as the base of a Vite server.
  const url = new URL(`../..${health.base_path}`, location.href).href;
  const explorer = document.createElement('openapi-explorer') as Explorer;
  const settings = {
    collapse: 'false',
    layout: 'column',
    'hide-server-selection': 'true',
    'hide-authentication': 'true',
    'server-url': url,
    tree: 'true',
    'schema-expand-level': '2',
    'default-schema-tab': 'body',
  };
  for (const [name, value] of Object.entries(settings)) explorer.setAttribute(name, value);
  document.body.append(explorer);
  await explorer.loadSpec({
    ...withProvenance(contract, sections),
    info: { ...contract.info, description: legend(sections) },
    servers: [{ url }],
  });
  const input = document.querySelector('input') as HTMLInputElement;
  const useKey = (): Promise<unknown> =>
    Promise.all(
      SCHEMES.map((scheme) => explorer.setAuthenticationConfiguration(scheme, { token: input.value.trim() })),
    );
  input.addEventListener('change', () => void useKey());
  await useKey();
}

addMarks();
show().catch((error: unknown) => {
  const status = document.querySelector('#status') as HTMLElement;
  status.textContent = `The reference cannot be shown. ${error instanceof Error ? error.message : String(error)}`;
});
