/** The API reference: the contract document, drawn by openapi-explorer, against the server this page comes from. */
import 'openapi-explorer';
import './docs.css';
import marks from './marks.css?inline';
import { legend, withProvenance } from './provenance.js';

interface Contract {
  readonly info: { readonly description: string };
  readonly 'x-interface-sections': Readonly<Record<string, string>>;
}

/** What is used of the renderer, which comes without types. */
interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>;
  setAuthenticationConfiguration(scheme: string, key: { readonly token: string }): Promise<void>;
}

const SCHEMES = ['bearerKey', 'headerKey'];

/** Elements of the renderer that show descriptions, each in a shadow root of its own. */
const SHOWING = [
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
  for (const name of SHOWING) {
    const element = customElements.get(name) as { readonly elementStyles?: unknown[] } | undefined;
    element?.elementStyles?.push(sheet);
  }
}

async function show(): Promise<void> {
  const answer = await fetch('./contract.json');
  if (!answer.ok) throw new Error(`The server answers ${answer.status} for the document.`);
  const contract = (await answer.json()) as Contract;
  const sections = contract['x-interface-sections'];
  // The server may be below something, such as the base of Vite's.
  const url = new URL('../../api/v1', location.href).href;
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
  const said = document.querySelector('#said') as HTMLElement;
  said.textContent = `The reference cannot be shown. ${error instanceof Error ? error.message : String(error)}`;
});
