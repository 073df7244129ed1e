import { lazy } from 'react'

/** Reach of a command or a set, shown before it is sent. Each is loaded when it is first shown. */
export const TargetReach = lazy(async () => ({ default: (await import('./param-reach.tsx')).TargetReach }))
export const SetReach = lazy(async () => ({ default: (await import('./param-reach.tsx')).SetReach }))
export const DevicesReach = lazy(async () => ({ default: (await import('./devices-reach.tsx')).DevicesReach }))
export const LampsReach = lazy(async () => ({ default: (await import('./lamps-reach.tsx')).LampsReach }))
export const SecondPersonNote = lazy(async () => ({ default: (await import('./second-person.tsx')).SecondPersonNote }))
export const PreviewReach = lazy(async () => ({ default: (await import('./reach.tsx')).Reach }))
