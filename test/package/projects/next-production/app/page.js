import { App } from './app.js';

export default function Page() {
  return <App />;
}
