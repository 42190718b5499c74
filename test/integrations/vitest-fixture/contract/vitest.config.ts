/** Runs the tests of a user of `deckhand/vitest`, some of which fail on purpose; started by vitest-adapter.slow.test.ts. */
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { dir: import.meta.dirname, include: ['*.nested.ts'] } });
