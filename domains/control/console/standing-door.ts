import { lazy } from 'react'

/** Lazy door of `Standing`. */
export const Standing = lazy(() => import('./standing.tsx').then((module) => ({ default: module.Standing })))
