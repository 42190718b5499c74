import { reactRouter } from '@react-router/dev/vite';
import { deckhand } from 'deckhand/vite';

export default { plugins: [deckhand(), reactRouter()] };
