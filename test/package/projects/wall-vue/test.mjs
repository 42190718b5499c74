// A Vue app with an absolute address of the API, on the wall. Nothing listens at that address.
import vue from '@vitejs/plugin-vue';
import { createServer } from 'vite';
import { onTheWall } from './on-the-wall.mjs';

const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  plugins: [vue()],
  define: { 'import.meta.env.VITE_API': JSON.stringify('http://127.0.0.1:4999/api/v1') },
  server: { port: 0, host: '127.0.0.1' },
});
await vite.listen();
await onTheWall(vite.resolvedUrls.local[0]);
await vite.close();
