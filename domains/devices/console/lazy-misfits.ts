import { lazy } from 'react'

export const DeviceMisfits = lazy(async () => ({ default: (await import('./device-misfits.tsx')).DeviceMisfits }))
export const DeviceFaultsAndMisfits = lazy(async () => ({ default: (await import('./device-misfits.tsx')).DeviceFaultsAndMisfits }))
