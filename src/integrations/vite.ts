/** `deckhand/vite`: a plugin that serves the API from Vite's dev server and `vite preview`. It has no effect on builds. */
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { UserError } from '../base/user-error.js';
import { mountDeckhand } from './vite/mount.js';
import type { DeckhandPluginOptions } from './vite/options.js';

export type { DeckhandPluginOptions };

/** Serves the API below `/api/v1`, presentations below `/view`, and the control API below `/_deckhand/api`. */
export function deckhand(options: DeckhandPluginOptions = {}): Plugin {
  /** Stops the mock server of each server. While Vite restarts, there are two servers. */
  const stopFunctions = new Map<object, () => Promise<void>>();
  const stop = async (config: object): Promise<void> => {
    const stopMockServer = stopFunctions.get(config);
    stopFunctions.delete(config);
    await stopMockServer?.();
  };
  const start = async (server: ViteDevServer | PreviewServer): Promise<void> => {
    stopFunctions.set(server.config, await hideStack(mountDeckhand(server, options)));
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

/** Reduces user errors to their message, because Vite prints the stack and all properties of an error. */
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
