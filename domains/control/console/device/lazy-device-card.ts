import { lazy } from 'react'

/** Card of a device on the map. Loaded when it is first opened. */
export const DeviceCard = lazy(() => import('./device-card.tsx').then((module) => ({ default: module.DeviceCard })))
