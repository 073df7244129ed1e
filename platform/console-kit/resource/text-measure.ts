const FONT = '600 14px'
let pen: CanvasRenderingContext2D | null = null

/** Width of a title or head at body size in the font of the page, px. */
export const strongWidth = (text: string): number => {
  if (!pen) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `${FONT} ${getComputedStyle(document.body).fontFamily}`
  }
  return Math.ceil(pen?.measureText(text).width ?? 0)
}
