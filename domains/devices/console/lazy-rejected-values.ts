import { lazy } from 'react'

export const RejectedValues = lazy(async () => ({ default: (await import('./rejected-values.tsx')).RejectedValues }))
export const DeviceFaultsAndRejectedValues = lazy(async () => ({
  default: (await import('./rejected-values.tsx')).DeviceFaultsAndRejectedValues,
}))
