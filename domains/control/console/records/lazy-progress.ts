import { lazy } from 'react'

/** Dialog with the progress of a sent command. Its code is loaded when it first opens. */
export const CommandProgress = lazy(() => import('../command/command-progress.tsx').then((module) => ({ default: module.CommandProgress })))

/** Dialog that sends a command again to the devices of a record that failed. Its code is loaded when it first opens. */
export const RetryDialog = lazy(() => import('./retry.dialog.tsx').then((module) => ({ default: module.RetryDialog })))
