import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './budget.ts'
import { chunkOf, entryChunk, sliceChunk } from './chunks.ts'
import { early } from './early.ts'
import { loadAgain } from './load-again.ts'
import { precompress } from './precompress.ts'

const [main, shell] = ['main.tsx', 'app.tsx'].map((file) => join(import.meta.dirname, file)) as [string, string]
const root = join(import.meta.dirname, '..', '..')
const signIn = join(root, 'platform/console-kit/sign-in/sign-in.tsx')
const list = join(root, 'platform/console-kit/resource/pages.tsx')
const slices = readdirSync(join(root, 'domains'))

/** The sign-in page needs only the chunk `react` and the entry; every page has a chunk of its own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    budgets([
      { page: 'sign-in', chunks: ['sign-in'], most: 100 },
      { page: 'shell', chunks: ['shell'], most: 156 },
      { page: 'first list', chunks: ['shell', 'list', 'pages-lighting'], most: 214 },
      { page: 'first list of bins', chunks: ['shell', 'list', 'pages-environment'], most: 208 },
      { page: 'first list of dictionaries', chunks: ['shell', 'list', 'pages-system'], most: 202 },
    ]),
    early({ session: 'shell', guest: 'sign-in' }),
    loadAgain(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
            // Definitions call the kit while their modules load, so its chunk must not depend on the shell's chunk, which contains them.
            { name: 'kit', test: /platform[\\/]kit[\\/]/ },
            { debugName: 'entry', name: entryChunk(main, signIn, shell) },
            { debugName: 'sign-in', name: chunkOf('sign-in', signIn, [main, shell]) },
            { debugName: 'shell', name: chunkOf('shell', shell, [main, signIn]) },
            { debugName: 'list', name: chunkOf('list', list, [main, shell, signIn]) },
            // The slice of reports calls it while its modules load.
            { name: 'report-pages', test: /platform[\\/]console-kit[\\/]report[\\/]/ },
            // Slices call it while their modules load.
            { name: 'also-at', test: /console-kit[\\/]resource[\\/]also-at/ },
            { debugName: 'slices', name: sliceChunk(root, main, shell, slices) },
          ],
        },
      },
    },
  },
})
