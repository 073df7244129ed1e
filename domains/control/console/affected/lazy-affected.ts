import { lazy } from 'react'

/** Parts that show what a command or a set affects, before it is sent. Each is loaded when it is first shown. */
export const AffectedTarget = lazy(async () => ({ default: (await import('./affected-by-param.tsx')).AffectedTarget }))
export const AffectedBySet = lazy(async () => ({ default: (await import('./affected-by-param.tsx')).AffectedBySet }))
export const AffectedDevices = lazy(async () => ({ default: (await import('./affected-devices.tsx')).AffectedDevices }))
export const AffectedLamps = lazy(async () => ({ default: (await import('./affected-lamps.tsx')).AffectedLamps }))
export const SecondPersonNote = lazy(async () => ({ default: (await import('../command/second-person.tsx')).SecondPersonNote }))
export const AffectedPreview = lazy(async () => ({ default: (await import('./affected.tsx')).Affected }))
