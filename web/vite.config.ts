import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { words } from './words.ts';

export default defineConfig({
  plugins: [svelte(), words()],
  build: {
    outDir: '../src/moonlit/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content policy allows nothing inline
    rolldownOptions: {
      // the home page wants all scenes at once
      output: {
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
