import { lazy } from 'react'

/** Dialog that adds devices to a group: members of another group, or rows selected in a list of lamps. Its code loads when it first opens. */
export const GroupDialog = lazy(() => import('./group.dialog.tsx').then((module) => ({ default: module.GroupDialog })))
