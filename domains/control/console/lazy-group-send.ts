import { lazy } from 'react'

/** `GroupSendDialog`; its chunk is loaded when the dialog is first opened. */
export const GroupSendDialog = lazy(() => import('./group-send.dialog.tsx').then((module) => ({ default: module.GroupSendDialog })))
