/**
 * `deckhand/vite`: a plugin that serves the API inside Vite's dev server and `vite preview`: same origin, no second process,
 * no CORS. It has no effect on builds.
 */
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { UserError } from '../base/user-error.js';
import { mountDeckhand } from './vite/mount.js';
import type { DeckhandPluginOptions } from './vite/options.js';

export type { DeckhandPluginOptions };

/** The API is below `/api/v1`, presentations are below `/view`, the control API is below `/_deckhand/api`. */
export function deckhand(options: DeckhandPluginOptions = {}): Plugin {
  /** A function for each server that stops its mock server. During a restart there are two servers for a moment. */
  const running = new Map<object, () => Promise<void>>();
  const stop = async (config: object): Promise<void> => {
    const end = running.get(config);
    running.delete(config);
    await end?.();
  };
  const start = async (server: ViteDevServer | PreviewServer): Promise<void> => {
    running.set(server.config, await hideStack(mountDeckhand(server, options)));
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

/**
 * Vite prints all properties of an error. For a user error, the message is enough: a stack inside Deckhand does not help.
 */
async function hideStack<T>(work: Promise<T>): Promise<T> {
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
