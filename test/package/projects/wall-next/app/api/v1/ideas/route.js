/** A route of the app itself, beside those of the service: the page cannot start a deck without it. */
export const GET = () => Response.json(['Harbour taxis']);
