import { type ComponentType, lazy } from 'react'
import type { ConsoleKind } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'

/** A part of the page of a device. Each is loaded when it is first shown. */
export type Part = ComponentType<{ readonly kind: ConsoleKind; readonly row: DeviceRow }>

export const DeviceStatus = lazy(async (): Promise<{ default: Part }> => ({ default: (await import('./device-status.tsx')).DeviceStatus }))
export const DeviceLive = lazy(async (): Promise<{ default: Part }> => ({ default: (await import('./device-live-tab.tsx')).DeviceLiveTab }))
export const DeviceHistory = lazy(
  async (): Promise<{ default: Part }> => ({ default: (await import('./device-history.tsx')).DeviceHistory }),
)
export const TypedParamsTab = lazy(
  async (): Promise<{ default: Part }> => ({ default: (await import('./typed-params.tsx')).TypedParamsTab }),
)
export const DeviceCommandTab = lazy(
  async (): Promise<{ default: Part }> => ({ default: (await import('./device-command-tab.tsx')).DeviceCommandTab }),
)
