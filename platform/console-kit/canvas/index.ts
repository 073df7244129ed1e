/** Editors of items on a canvas: placing by pointer and keys, undo and redo, stored versions. The model is `@lamplight/kit/canvas`. */
export { Canvas, type CanvasEdit } from './canvas.tsx'
export { useHistory } from './use-history.ts'
export { VersionsDialog } from './versions.dialog.tsx'
