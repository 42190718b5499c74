import { createApp } from 'vue';
import DeckForm from './deck-form.vue';

createApp(DeckForm).mount('#app');
