/** Prints the addresses of the mock server after those of Vite. */
import { styleText } from 'node:util';
import type { PreviewServer, ViteDevServer } from 'vite';
import { DEVELOPMENT_KEYS } from '../../app/deckhand.js';

export interface Addresses {
  readonly api: () => string;
  readonly control: () => string;
  /** The scenario of requests that have no other. */
  readonly scenario: string;
}

/** Makes Vite print them with its own addresses. */
export function printAddresses(server: ViteDevServer | PreviewServer, addresses: Addresses): void {
  const { logger } = server.config;
  const print = server.printUrls.bind(server);
  server.printUrls = () => {
    print();
    const { api, control, scenario } = addresses;
    const about = styleText('dim', `key ${DEVELOPMENT_KEYS.ws_dev}, plays ${scenario}`);
    logger.info(line('Deck API', `${styleText('cyan', api())}  ${about}`));
    logger.info(line('Deckhand', styleText('cyan', control())));
  };
}

function line(label: string, text: string): string {
  return `  ${styleText('green', '➜')}  ${styleText('bold', label)}: ${text}`;
}
