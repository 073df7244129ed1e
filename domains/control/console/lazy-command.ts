import { lazy } from 'react'

/** Dialog that sends a command to lamps: level, duration and targets, then the live progress. Loaded when it is first opened. */
export const CommandDialog = lazy(() => import('./command.dialog.tsx').then((module) => ({ default: module.CommandDialog })))

/** Buttons that send a command to several devices of a resource. Their code loads when the buttons are first shown. */
export const DeviceButtons = lazy(() => import('./command-buttons.tsx').then((module) => ({ default: module.DeviceButtons })))
