/** Size of normal text, px; callers scale the result (`useBodyScale`). */
const BODY = 14
let pen: CanvasRenderingContext2D | null = null

/** Width of a title or head at body size in the font of the page, px. */
export const strongWidth = (text: string): number => {
  if (!pen) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `600 ${BODY}px ${getComputedStyle(document.body).fontFamily}`
  }
  return Math.ceil(pen?.measureText(text).width ?? 0)
}
