import { lazy } from 'react'

/** Puts devices into a group: members of another one, or what was chosen in a list of lamps. Fetched when it is first opened. */
export const GroupDialog = lazy(() => import('./group.dialog.tsx').then((module) => ({ default: module.GroupDialog })))
