const origin = process.env.DECKHAND_ORIGIN;

export default {
  /** The requests of pages, so that the API has the origin of the app. */
  async rewrites() {
    if (!origin) return [];
    return ['/api/v1/:path*', '/view/:path*'].map((source) => ({ source, destination: origin + source }));
  },
};
