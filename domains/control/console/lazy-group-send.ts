import { lazy } from 'react'

/** Dialog that sends a preset or a bundle to a group: reach, then progress. Loaded when it is first opened. */
export const GroupSendDialog = lazy(() => import('./group-send.dialog.tsx').then((module) => ({ default: module.GroupSendDialog })))
