import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './budget.ts'
import { shellChunk } from './chunks.ts'
import { early } from './early.ts'
import { precompress } from './precompress.ts'

/** The sign-in page stands on `react` and the entry alone; every page is a chunk of its own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    budgets([
      { page: 'sign-in', chunks: [], most: 120 },
      { page: 'first list', chunks: ['console', 'pages'], most: 263 },
    ]),
    early('console'),
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
            // Definitions call the kit while their modules load: its chunk must not wait for the shell that holds them. Reports are loaded with their pages.
            { name: 'kit', test: /platform[\\/]kit[\\/](?!report)/ },
            { debugName: 'shell', name: shellChunk(join(import.meta.dirname, 'main.tsx'), join(import.meta.dirname, 'console.tsx')) },
          ],
        },
      },
    },
  },
})
