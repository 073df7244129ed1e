import { lazy } from 'react'

/** Loads `Standing` when it is first shown. */
export const DeviceStatusLine = lazy(() => import('./standing.tsx').then((module) => ({ default: module.DeviceStatusLine })))
