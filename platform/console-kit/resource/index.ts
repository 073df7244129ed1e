/** Generated pages: a slice attaches its console to a resource with `onConsole` and hands the result to `defineConsole`. */

export { invalidate } from './invalidate.ts'
export type { ActionDialogGiven, ColumnGiven, ConsoleUi, DetailTab, FieldInputGiven, ResourceConsole, SlotGiven } from './on-console.ts'
export { consoleOf, detailHref, listHref, onConsole } from './on-console.ts'
export { Panel } from './parts/panel.tsx'
export { reach, type Selection, target } from './selection.ts'
