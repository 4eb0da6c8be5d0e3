// The service worker is told by the build which files the page is made of, and a sum of them all: a
// new build is another worker, and the browser notices.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { isKept } from './src/worker/policy.ts';

const PUBLIC = join(import.meta.dirname, 'public');

export function offline(): Plugin {
  return {
    name: 'moonlit-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['worker.js'];
        if (worker?.type !== 'chunk') throw new Error('there is no worker.js');
        if (worker.imports.length) throw new Error('worker.js cannot load parts of the page');
        const built = Object.keys(bundle).filter((file) => isKept(file) && file !== 'index.html');
        const files = ['/', ...[...built, ...readdirSync(PUBLIC)].map((file) => `/${file}`)].sort();
        const sum = createHash('sha256').update(worker.code).update(files.join());
        for (const file of readdirSync(PUBLIC)) sum.update(readFileSync(join(PUBLIC, file)));
        const put = `const FILES=${JSON.stringify(files)},VERSION="${sum.digest('hex').slice(0, 12)}";`;
        worker.code = put + worker.code;
      },
    },
  };
}
