import { lazy } from 'react'

/** Loads the status line when it is first shown. */
export const DeviceStatusLine = lazy(() => import('./status-line.tsx').then((module) => ({ default: module.DeviceStatusLine })))
