// What the compiler does not find: promises nobody waits for, keys that are missing, dead code.
// How the code is set is prettier's business.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['node_modules/', 'dev/fixtures/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      'no-undef': 'off', // the compiler knows better
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'svelte/no-unused-props': ['error', { allowUnusedNestedProperties: true }],
      'svelte/no-useless-mustaches': 'off', // a space between elements is one
      'svelte/prefer-svelte-reactivity': 'off', // a Map that nothing is drawn from is just a Map
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ['*.js'], extends: [ts.configs.disableTypeChecked] },
);
