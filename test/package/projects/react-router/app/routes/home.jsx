const headers = { 'x-api-key': 'deckhand-dev-key' };

/** The first template of each mock server: the one in this process, and that of the plugin. */
export async function loader({ request }) {
  const urls = ['https://api.example.com/api/v1/templates', new URL('/api/v1/templates', request.url)];
  const responses = await Promise.all(urls.map((url) => fetch(url, { headers })));
  const lists = await Promise.all(responses.map((response) => response.json()));
  return lists.map(({ templates }) => templates[0].name);
}

export default function Home({ loaderData }) {
  return <h1>{loaderData.join(', ')}</h1>;
}
