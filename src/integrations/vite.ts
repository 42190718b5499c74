/**
 * `deckhand/vite`: a plugin that answers the API inside Vite's own dev server, and inside `vite preview`: same origin, no
 * second process, no CORS. It does nothing in a build.
 */
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { UserError } from '../base/user-error.js';
import { mountDeckhand } from './vite/mount.js';
import type { DeckhandPluginOptions } from './vite/options.js';

export type { DeckhandPluginOptions };

/** The API is below `/api/v1`, presentations are below `/view`, the control API is below `/_deckhand/api`. */
export function deckhand(options: DeckhandPluginOptions = {}): Plugin {
  /** What ends the stand-in of each server. A restart has two of them at once, for a moment. */
  const running = new Map<object, () => Promise<void>>();
  const stop = async (config: object): Promise<void> => {
    const end = running.get(config);
    running.delete(config);
    await end?.();
  };
  const start = async (server: ViteDevServer | PreviewServer): Promise<void> => {
    running.set(server.config, await withoutStack(mountDeckhand(server, options)));
    server.httpServer?.once('close', () => void stop(server.config));
  };
  return {
    name: 'deckhand',
    apply: 'serve',
    configureServer: { order: 'pre', handler: start },
    configurePreviewServer: { order: 'pre', handler: start },
    closeBundle() {
      return stop(this.environment.getTopLevelConfig());
    },
  };
}

/** Vite shows all that an error has. Of a mistake its text is enough: where in Deckhand it was noticed helps nobody. */
async function withoutStack<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    error.stack = error.message = `deckhand: ${error.format()}`;
    throw Object.defineProperty(error, Symbol.for('nodejs.util.inspect.custom'), {
      value: () => error.message,
    });
  }
}
