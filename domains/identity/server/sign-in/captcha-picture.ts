import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'opentype.js'

const WIDTH = 130
const HEIGHT = 48
/** Letters and digits that cannot be confused with each other. */
const LETTERS = 'ADEFHJKLMNPRTUVXY346789'
const LENGTH = 5
const FONT_SIZE = 38
/** Approximate largest distance between two points of a contour, px. */
const STEP = 4

export const randomCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

type Point = readonly [x: number, y: number]
type Move = (point: Point) => Point
/** A random number between `low` and `high` from the operating system. A seeded generator would make the next picture predictable. */
const between = (low: number, high: number): number => low + ((high - low) * randomInt(1_000_001)) / 1_000_000

const FULL = 2 * Math.PI
/** Returns a random rotation, stretch and slant. */
const someTurn = (): Move => {
  const [turn, slant, wide, high] = [between(-0.38, 0.38), between(-0.25, 0.25), between(0.85, 1.2), between(0.85, 1.15)]
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return ([x, y]) => {
    const [a, b] = [(x + y * slant) * wide, y * high]
    return [a * cos - b * sin, a * sin + b * cos]
  }
}
/** Returns a random wave that bends the whole picture, px to px. */
const someBend = (): Move => {
  const [rise, shift] = [between(2, 4), between(1.5, 3)]
  const [long, tall] = [between(45, 80), between(25, 45)]
  const [from, after] = [between(0, FULL), between(0, FULL)]
  return ([x, y]) => [x + shift * Math.sin((FULL * y) / tall + after), y + rise * Math.sin((FULL * x) / long + from)]
}

/** Returns the point at `share` (0 to 1) of a Bézier curve. */
const pointOn = (curve: readonly Point[], share: number): Point => {
  if (curve.length === 1) return curve[0] as Point
  const between = ([x, y]: Point, [toX, toY]: Point): Point => [x + (toX - x) * share, y + (toY - y) * share]
  return pointOn(
    curve.slice(1).map((point, at) => between(curve[at] as Point, point)),
    share,
  )
}
/** Returns the contours of a letter around its centre, px; curves and lines are divided into steps so that both can bend. */
const contoursOf = (font: Font, letter: string): readonly (readonly Point[])[] => {
  const path = font.getPath(letter, 0, 0, FONT_SIZE)
  const { x1, x2, y1, y2 } = path.getBoundingBox()
  const at = (x: number, y: number): Point => [x - (x1 + x2) / 2, y - (y1 + y2) / 2]
  const contours: Point[][] = []
  for (const command of path.commands) {
    if (command.type === 'Z') continue
    const end = at(command.x, command.y)
    const contour = contours.at(-1)
    const start = contour?.at(-1)
    if (command.type === 'M' || !contour || !start) {
      contours.push([end])
      continue
    }
    const curve = [
      start,
      ...('x1' in command ? [at(command.x1, command.y1)] : []),
      ...('x2' in command ? [at(command.x2, command.y2)] : []),
      end,
    ]
    const steps = Math.ceil((2 * Math.hypot(end[0] - start[0], end[1] - start[1])) / STEP) + 1
    for (let step = 1; step <= steps; step += 1) contour.push(pointOn(curve, step / steps))
  }
  return contours
}

const written = (points: readonly Point[]): string => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')

/** Draws the letters close together, each rotated separately, all bent together and crossed by lines of the same colour. */
const drawingOf = (code: string, fonts: readonly Font[]): string => {
  const bend = someBend()
  const ink = `hsl(${randomInt(360)} 45% ${randomInt(22, 38)}%)`
  const slot = (WIDTH - 16) / code.length
  const letters = [...code].map((letter, at) => {
    const turn = someTurn()
    const [left, top] = [8 + slot * (at + 0.5) + between(-3, 3), HEIGHT / 2 + between(-4, 4)]
    const place = (point: Point): Point => {
      const [x, y] = turn(point)
      return bend([left + x, top + y])
    }
    const outline = contoursOf(fonts[randomInt(fonts.length)] as Font, letter)
      .map((contour) => `M${written(contour.map(place))}Z`)
      .join('')
    return `<path d="${outline}" fill="${ink}"/>`
  })
  const lines = Array.from({ length: 2 }, () => {
    const [y, end] = [between(10, HEIGHT - 10), between(10, HEIGHT - 10)]
    const line = Array.from({ length: 27 }, (_, at): Point => bend([at * 5, y + ((end - y) * at) / 26]))
    return `<path d="M${written(line)}" fill="none" stroke="${ink}" stroke-width="${between(1, 1.8).toFixed(1)}"/>`
  })
  const specks = Array.from(
    { length: 30 },
    () => `<circle cx="${randomInt(WIDTH)}" cy="${randomInt(HEIGHT)}" r="${between(0.4, 1.1).toFixed(1)}" fill="${ink}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${[...letters, ...lines, ...specks].join('')}</svg>`
}

const require = createRequire(import.meta.url)
const FONTS = [
  require.resolve('@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-normal.woff'),
  require.resolve('@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff'),
]
/** Loads the rasteriser and the fonts for the first picture. */
const load = async () => {
  const [{ initWasm, Resvg }, { default: opentype }] = await Promise.all([import('@resvg/resvg-wasm'), import('opentype.js')])
  await initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const fontOf = async (file: string): Promise<Font> => opentype.parse(new Uint8Array(await readFile(file)).buffer)
  return { Resvg, fonts: await Promise.all(FONTS.map(fontOf)) }
}
let loaded: ReturnType<typeof load> | undefined

/** Returns a PNG of 130 by 48 px that shows `code`. It contains only pixels: the letters' outlines stay on the server. */
export const pictureOf = async (code: string): Promise<Buffer> => {
  loaded ??= load()
  const { Resvg, fonts } = await loaded
  const drawing = new Resvg(drawingOf(code, fonts))
  const picture = drawing.render()
  const png = Buffer.from(picture.asPng())
  picture.free()
  drawing.free()
  return png
}
