export default {
  serverExternalPackages: ['deckhand', 'msw'],
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  distDir: process.env.DIST,
};
