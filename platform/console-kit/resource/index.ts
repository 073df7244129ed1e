/** Generated pages: a slice attaches its console to a resource with `onConsole` and hands the result to `defineConsole`. */

export { invalidate } from './invalidate.ts'
export type { ActionDialogGiven, ColumnGiven, ConsoleUi, DetailTab, FieldInputGiven, ResourceConsole, SlotGiven } from './on-console.ts'
export { consoleOf, detailHref, listHref, onConsole } from './on-console.ts'
export { DialogButtons } from './parts/dialog-buttons.tsx'
export { Drawer } from './parts/drawer.tsx'
export { Link } from './parts/link.tsx'
export { reach, type Selection, target } from './selection.ts'
