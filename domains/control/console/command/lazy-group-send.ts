import { lazy } from 'react'

/** Loads the chunk of `GroupSendDialog` when the dialog is first opened. */
export const GroupSendDialog = lazy(() => import('./group-send.dialog.tsx').then((module) => ({ default: module.GroupSendDialog })))
