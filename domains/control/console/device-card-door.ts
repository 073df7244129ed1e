import { lazy } from 'react'

/** The card of a device on the map. Loaded when the first one opens. */
export const DeviceCard = lazy(() => import('./device-card.tsx').then((module) => ({ default: module.DeviceCard })))
