import { lazy } from 'react'

/** Dialog with the progress of a command that was sent. Loaded when it is first opened. */
export const CommandProgress = lazy(() => import('./command-progress.tsx').then((module) => ({ default: module.CommandProgress })))

/** Dialog that retries the failed devices of a record. Loaded when it is first opened. */
export const RetryDialog = lazy(() => import('./retry.dialog.tsx').then((module) => ({ default: module.RetryDialog })))
