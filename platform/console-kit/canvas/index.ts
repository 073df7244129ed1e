/** Editor and pages of items on a canvas. The model is `@lamplight/kit/canvas`. */
export { Canvas } from './canvas.tsx'
export { CanvasEditor } from './canvas-editor.tsx'
export { Amount, Check, Choice, Words } from './canvas-fields.tsx'
export { CanvasPage } from './canvas-page.tsx'
export { overlapping } from './items.ts'
export type { PaletteEntry } from './palette.tsx'
export { type CanvasState, useCanvas } from './use-canvas.ts'
export { useHistory } from './use-history.ts'
