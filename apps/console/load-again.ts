import type { Plugin } from 'vite'

const DYNAMIC_IMPORT = /\bimport\(([`'"])(\.\/[^`'"]+\.js)\1\)/g

/** Replaces the dynamic imports of a built chunk by calls of `loadAgain` of the console kit. */
export const withLoadAgain = (code: string): string => code.replace(DYNAMIC_IMPORT, 'llLoad(`$2`,q=>import(`$2`+q))')

/** Lets the user load a chunk again that failed to load, without reloading the document: see `loadAgain` of the console kit. */
export const loadAgain = (): Plugin => ({
  name: 'load-again',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = withLoadAgain(part.code)
    },
  },
})
