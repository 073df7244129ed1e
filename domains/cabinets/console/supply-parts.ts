import { type ComponentType, lazy } from 'react'
import { M } from './cabinets.messages.ts'

type Parts = typeof import('./supply-tab.tsx')
/** Tab of the supply on the page of a resource. It is loaded when it is first shown. */
export const supplyTab = (name: keyof Parts) => ({
  supply: {
    label: M.supply,
    body: lazy(
      async (): Promise<{ default: ComponentType<{ readonly row: object }> }> => ({ default: (await import('./supply-tab.tsx'))[name] }),
    ),
  },
})
