/** Serves the contract document, as its YAML file and as JSON, and a health check of the server. */
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';

// The same paths from `src/server/` and from a chunk in `dist/`.
const YAML = fileURLToPath(new URL('../../openapi/presentation-generation.v1.yaml', import.meta.url));
const JSON_FILE = fileURLToPath(new URL('../../dist/panel/docs/contract.json', import.meta.url));

/** @param basePath the path of the API, for clients that find it out */
export function addContractFiles(app: Express, basePath: string): void {
  app.get('/_deckhand/openapi.yaml', (_request, response) => {
    response.type('application/yaml').sendFile(YAML);
  });
  app.get('/_deckhand/openapi.json', (_request, response) => response.sendFile(JSON_FILE));
  app.get('/_deckhand/health', (_request, response) => {
    response.json({ status: 'ok', base_path: basePath });
  });
}
