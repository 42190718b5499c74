/** Where `deckhand serve` listens. */
import type { Command } from 'commander';
import type { Configured } from '../app/config/with-config.js';
import type { DeckhandOptions } from '../app/deckhand.js';
import { onOneLine } from '../base/text/neutral.js';
import type { ServerOptions } from '../server/server.js';
import { isAddress, type ServeOptions } from './serve-options.js';
import { readTls } from './tls-files.js';

/** @throws UserError when the certificate cannot be read */
export function listeningOptions(
  options: ServeOptions,
  { allowOrigins, options: { publicUrl } }: Configured<DeckhandOptions>,
): ServerOptions {
  const tls = readTls(options);
  return {
    host: options.host,
    port: options.port,
    allowOrigins,
    allowHosts: hostsOf(options, publicUrl),
    ...(tls && { tls }),
    controlToken: options.controlToken,
  };
}

/** The host names that clients can use, besides those of this machine. */
function hostsOf({ host, allowHost = [] }: ServeOptions, publicUrl: DeckhandOptions['publicUrl']): string[] {
  const published = typeof publicUrl === 'string' ? [new URL(publicUrl).hostname] : [];
  return [host.toLowerCase(), ...published, ...allowHost];
}

/** Says that HOST was ignored; undefined if it was not, or if a flag sets the address. */
export function noteAboutHost(command: Command): string | undefined {
  const { HOST = '' } = process.env;
  if (HOST === '' || isAddress(HOST) || command.getOptionValueSource('host') === 'cli') return undefined;
  const name = onOneLine(HOST).slice(0, 100);
  return `HOST in the environment is "${name}". It is ignored, because it is not an IP address. Use --host.`;
}
