import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // The smallest CI machines have two cores; more workers than cores make timing tests lie.
    maxWorkers: 2,
    // Time is an argument of the core, so a test that needs longer than this waits for something that never comes.
    testTimeout: 10_000,
    hookTimeout: 20_000,
    // A test leaves no spy, stub or variable behind for the next.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Generated code is proved by its generator's tests, the panel by the browser tests.
      exclude: ['src/generated/**', 'src/panel/**'],
      reporter: ['text-summary', 'html'],
    },
  },
});
