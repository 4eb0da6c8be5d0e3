import '../src/theme.css';
import { mount } from 'svelte';
import { LANGUAGES, speak } from '../src/lib/words.svelte';
import Dev from './Dev.svelte';

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'night';
await speak(LANGUAGES.find((known) => known === query.get('lang')) ?? 'en');
mount(Dev, { target: document.getElementById('app')! });
