import { lazy } from 'react'

/** The search dialog. Its code is loaded when it is first opened. */
export const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
