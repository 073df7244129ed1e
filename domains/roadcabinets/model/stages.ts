import type { Stage } from '@lamplight/kit/canvas'

/** rule.layout.canvas: a layout places 1 to 12 items on 1152x610 with item size 192. */
export const ITEM_SIZE = 192
export const LAYOUT_MOST = 12
/** The canvas of layouts, panels and cabinets. `step` divides the width of the canvas and the size of an item. */
export const LAYOUT_STAGE: Stage = { width: 1152, height: 610, step: 24, font: 14 }
/** The canvas of screens, for displays of 16:9. */
export const SCREEN_STAGE: Stage = { width: 1920, height: 1080, step: 24, font: 20 }
