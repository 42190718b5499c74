export default {
  // Both are loaded by Node, and not bundled.
  serverExternalPackages: ['deckhand', 'msw'],
};
