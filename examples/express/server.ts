/**
 * An Express app that serves the API and the control API while the real service is out of reach. Run it with
 * `npx tsx examples/express/server.ts`. PORT sets the port.
 */
import { controlMiddleware, deckhandMiddleware } from 'deckhand/express';
import express from 'express';

const api = deckhandMiddleware({ scenario: 'slow-progress' });

const app = express();
app.use(api);
app.use(controlMiddleware(api.deckhand));
app.get('/', (_request, response) => {
  response.send('A page of the application.');
});

const server = app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || !address) return;
  console.log(`http://127.0.0.1:${address.port}`);
});
