import type { Text } from '@lamplight/kit'
import { pixelsPerUnit, unitsPerMetre, type WorldBox, worldToLat } from '../mercator.ts'
import { isNamed, overlaps, type StreetRank, streetWidth, type WorldBase, type WorldLine, type WorldStreet } from './base-map.ts'
import type { CanvasView } from './canvas-pane.ts'
import { beside, boxOfText, collides, layText, lengthOf, type Placement, type TextBox } from './label-path.ts'
import type { MapPalette } from './palette.ts'
import { wallScale } from './wall-scale.ts'

export type BaseStyle = { palette: MapPalette; t: (text: Text) => string; highlighted: string | undefined }

type Brush = { pen: CanvasRenderingContext2D; view: CanvasView; scale: number; metre: number; box: WorldBox }

const FONT = '"PingFang SC", "HarmonyOS Sans SC", "Noto Sans SC", "Microsoft YaHei", Inter, system-ui, sans-serif'
/** Distance between two names of a street, px. */
const NAME_EVERY = 420
/** Distance between a narrow street and its name, which leaves room for the lamps, px. */
const LAMP_ROOM = 6

const brushFor = (pen: CanvasRenderingContext2D, view: CanvasView): Brush => {
  const scale = pixelsPerUnit(view.zoom)
  const box = {
    minX: view.left / scale,
    minY: view.top / scale,
    maxX: (view.left + view.width) / scale,
    maxY: (view.top + view.height) / scale,
  }
  return { pen, view, scale, metre: scale * unitsPerMetre(worldToLat((box.minY + box.maxY) / 2)), box }
}

const trace = ({ pen, view, scale }: Brush, { points }: WorldLine): void => {
  pen.moveTo(points[0]! * scale - view.left, points[1]! * scale - view.top)
  for (let i = 2; i < points.length; i += 2) pen.lineTo(points[i]! * scale - view.left, points[i + 1]! * scale - view.top)
}

const paintAreas = (brush: Brush, base: WorldBase, { palette }: BaseStyle): void => {
  const { pen } = brush
  if (base.outline) {
    pen.beginPath()
    trace(brush, base.outline)
    pen.closePath()
    pen.fillStyle = palette.land
    pen.fill()
    pen.lineWidth = 1
    pen.strokeStyle = palette.outline
    pen.stroke()
  }
  for (const kind of ['park', 'water'] as const) {
    pen.beginPath()
    for (const area of base.areas) {
      if (area.area.kind !== kind || !overlaps(area.box, brush.box)) continue
      trace(brush, area)
      pen.closePath()
    }
    pen.fillStyle = palette[kind]
    pen.fill()
  }
}

const strokeAll = (brush: Brush, streets: readonly WorldStreet[], colour: string, width: number): void => {
  const { pen } = brush
  pen.beginPath()
  for (const street of streets) trace(brush, street)
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.stroke()
}

const paintStreets = (brush: Brush, visible: readonly WorldStreet[], { palette, highlighted }: BaseStyle): void => {
  const { pen, view, metre } = brush
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const ranks: readonly StreetRank[] = [3, 2, 1, 0]
  const layers = ranks.map((rank) => ({
    rank,
    streets: visible.filter((street) => street.rank === rank),
    width: streetWidth(rank, view.zoom, metre),
  }))
  for (const { streets, width } of layers) {
    if (width > 0) strokeAll(brush, streets, palette.streetEdge, width + (width > 3 ? 2 : 1))
  }
  for (const { rank, streets, width } of layers) {
    if (width > 0) strokeAll(brush, streets, rank < 2 ? palette.mainStreet : palette.street, width)
  }
  const chosen = visible.filter(({ street }) => street.id === highlighted)
  if (chosen.length > 0) {
    pen.globalAlpha = 0.45
    strokeAll(brush, chosen, palette.selected, Math.max(6, streetWidth(chosen[0]!.rank, view.zoom, metre)))
    pen.globalAlpha = 1
  }
}

const write = (pen: CanvasRenderingContext2D, pieces: readonly string[], placements: readonly Placement[]): void => {
  const draw = (text: string, { x, y, angle }: Placement): void => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const { a: ratio } = pen.getTransform()
    pen.save()
    pen.setTransform(ratio * cos, ratio * sin, -ratio * sin, ratio * cos, ratio * x, ratio * y)
    pen.strokeText(text, 0, 0)
    pen.fillText(text, 0, 0)
    pen.restore()
  }
  const whole = placements.length === 1 ? [pieces.join('')] : pieces
  for (const [i, placement] of placements.entries()) draw(whole[i]!, placement)
}

/** Positions of names from the middle of a street outwards, so that they do not move with the map. */
const spotsOn = (length: number, width: number): number[] => {
  const spots = [length / 2]
  for (let far = NAME_EVERY; far < length / 2 - width / 2; far += NAME_EVERY) spots.push(length / 2 - far, length / 2 + far)
  return spots
}

const paintNames = (brush: Brush, visible: readonly WorldStreet[], { palette, t }: BaseStyle): void => {
  const { pen, view, scale, metre } = brush
  const taken: TextBox[] = []
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  const scaled = wallScale()
  pen.lineWidth = 3 * scaled
  pen.strokeStyle = palette.labelHalo
  pen.fillStyle = palette.label
  for (const street of [...visible].reverse()) {
    if (!isNamed(street.rank, view.zoom)) continue
    const name = t(street.street.name)
    const size = scaled * (street.rank < 2 ? 12 : 11)
    pen.font = `${street.rank < 1 ? 600 : 400} ${size}px ${FONT}`
    const signs = [...name]
    const advances = signs.map((sign) => pen.measureText(sign).width + (street.rank < 1 ? 1 : 0))
    const width = advances.reduce((sum, advance) => sum + advance, 0)
    const line = street.points.map((value, i) => value * scale - (i % 2 === 0 ? view.left : view.top))
    const length = lengthOf(line)
    const roomy = streetWidth(street.rank, view.zoom, metre) > size * 2
    if (length < width + 16) continue
    for (const spot of spotsOn(length, width)) {
      const onLine = layText(line, advances, spot)
      if (!onLine) continue
      const placements = roomy ? onLine : beside(onLine, streetWidth(street.rank, view.zoom, metre) / 2 + size / 2 + LAMP_ROOM)
      const box = boxOfText(placements, width, size + 4)
      if (box.right < 0 || box.bottom < 0 || box.left > view.width || box.top > view.height || collides(box, taken)) continue
      taken.push(box)
      write(pen, signs, placements)
    }
  }
}

/** Paints areas, streets and names of a view; clears the canvas first. */
export const paintBase = (canvas: HTMLCanvasElement, view: CanvasView, base: WorldBase, style: BaseStyle): void => {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0)
  const brush = brushFor(pen, view)
  const visible = base.streets.filter((street) => overlaps(street.box, brush.box))
  paintAreas(brush, base, style)
  paintStreets(brush, visible, style)
  paintNames(brush, visible, style)
}
