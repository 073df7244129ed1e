import { lazy } from 'react'

/** The age and the faults of a device; fetched with the page that shows them. */
export const Standing = lazy(() => import('./standing.tsx').then((module) => ({ default: module.Standing })))
