import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { offline } from './offline.ts';
import { words } from './words.ts';

export default defineConfig({
  plugins: [svelte(), words(), offline()],
  build: {
    outDir: '../src/moonlit/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content policy allows nothing inline
    rolldownOptions: {
      input: ['index.html', 'src/worker/worker.ts'],
      output: {
        // the service worker rules over what lies beside and below it
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        // the home page wants all scenes at once
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'scenes', test: /(Scene|Sky)\.svelte/ }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: process.env['MOONLIT_SERVER'] ?? 'http://127.0.0.1:8000', ws: true },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
});
