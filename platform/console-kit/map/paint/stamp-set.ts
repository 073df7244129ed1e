import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'
import { LOOK, MARK_SHAPES, ON_LEVELS, RUN, stateOfLook } from './marks.ts'
import type { StampSet } from './painter.ts'
import { type MapPalette, onColour, parseColour } from './palette.ts'
import { type Picture, stampOf } from './stamp.ts'

/** All pictures of one size in one theme, independent of hidden states and frame width. */
export type PictureSet = {
  readonly diameter: number
  readonly looks: readonly (Picture | undefined)[]
  readonly halos: readonly (Picture | undefined)[]
  readonly selected: Picture
  readonly runs: readonly (Picture | undefined)[]
  /** Distance from a point that the largest picture covers, px. */
  readonly reach: number
}

type Draw = (pen: CanvasRenderingContext2D) => void

/** CSS colour of a look. */
export const colourOfLook = (palette: MapPalette, look: number): string => {
  if (look === LOOK.off) return palette.off
  if (look === LOOK.fault) return palette.fault
  if (look === LOOK.offline) return palette.offline
  return look === LOOK.inactive ? palette.inactive : onColour(palette, (look - LOOK.on) / (ON_LEVELS - 1))
}

const createEasel = (): ((size: number, draw: Draw) => Picture) => {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('map: this browser has no 2D canvas')
  return (size, draw) => {
    canvas.width = size
    canvas.height = size
    pen.translate(size / 2, size / 2)
    draw(pen)
    return { size, rgba: pen.getImageData(0, 0, size, size).data }
  }
}

const circle = (pen: CanvasRenderingContext2D, radius: number, colour: string, width: number, share = 1): void => {
  pen.beginPath()
  pen.arc(0, 0, radius, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share)
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.stroke()
}

const drawState = (state: LampState, diameter: number, colour: string, palette: MapPalette, unit: number): Draw => {
  const shape = MARK_SHAPES[state]
  const radius = (diameter / 2) * shape.scale
  return (pen) => {
    if (state === LAMP_STATE.fault && diameter < 4 * unit) {
      pen.fillStyle = colour
      pen.fillRect(-diameter / 2, -diameter / 2, diameter, diameter)
      return
    }
    const path = new Path2D(shape.path)
    pen.scale(radius, radius)
    pen.lineJoin = 'round'
    if (!shape.fill) {
      pen.lineWidth = Math.max(shape.width, unit / radius)
      pen.setLineDash([...shape.dash])
      pen.strokeStyle = colour
      pen.stroke(path)
      return
    }
    if (state === LAMP_STATE.fault) {
      pen.lineWidth = (diameter < 8 * unit ? unit : 2 * unit) / radius
      pen.strokeStyle = palette.faultRim
      pen.stroke(path)
    }
    pen.fillStyle = colour
    pen.fill(path)
    if (state === LAMP_STATE.on && diameter >= 5 * unit) {
      pen.lineWidth = unit / radius
      pen.strokeStyle = palette.onRim
      pen.scale(1 - pen.lineWidth / 2, 1 - pen.lineWidth / 2)
      pen.stroke(path)
    }
  }
}

const drawHalo = (radius: number, colour: string, strength: number): Draw => {
  const [r, g, b] = parseColour(colour) ?? [245, 184, 61]
  return (pen) => {
    const glow = pen.createRadialGradient(0, 0, 0, 0, 0, radius)
    glow.addColorStop(0, `rgba(${r}, ${g}, ${b}, ${strength})`)
    glow.addColorStop(0.45, `rgba(${r}, ${g}, ${b}, ${strength * 0.4})`)
    glow.addColorStop(1, `rgba(${r}, ${g}, ${b}, 0)`)
    pen.fillStyle = glow
    pen.fillRect(-radius, -radius, 2 * radius, 2 * radius)
  }
}

/** Draws the mark of a rung: 1-4 fill the arc by fifths, 5 is a tick, 6 a broken ring in the failure colour. */
const drawRun = (run: number, radius: number, palette: MapPalette, unit: number): Draw => {
  const width = Math.max(1.5, 2 * unit)
  if (run === RUN.failed) {
    return (pen) => {
      pen.setLineDash([radius * 0.9, radius * 0.67])
      circle(pen, radius, palette.failed, width)
    }
  }
  if (run < RUN.verified) {
    return (pen) => {
      circle(pen, radius, palette.runTrack, width)
      circle(pen, radius, palette.run, width, run / RUN.verified)
    }
  }
  return (pen) => {
    const half = Math.max(4 * unit, radius * 0.85)
    pen.beginPath()
    pen.arc(0, 0, half + unit, 0, 2 * Math.PI)
    pen.fillStyle = palette.verified
    pen.fill()
    pen.beginPath()
    pen.moveTo(-half * 0.5, 0)
    pen.lineTo(-half * 0.12, half * 0.4)
    pen.lineTo(half * 0.55, -half * 0.4)
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.strokeStyle = palette.tick
    pen.lineWidth = Math.max(1.2, half * 0.3)
    pen.stroke()
  }
}

export type PictureSizes = {
  /** Diameter of a lamp, and of a fault, device px. */
  diameter: number
  fault: number
  /** Device px of one CSS px. */
  unit: number
  /** True if lamps that are on glow. */
  halo: boolean
}

/** Draws the pictures of one size. @throws Error if the browser has no 2D canvas */
export const createPictures = (palette: MapPalette, { diameter, fault, unit, halo }: PictureSizes): PictureSet => {
  const easel = createEasel()
  // All picture sizes have the parity of the lamp's, so that they are centred on the same point.
  const sized = (needed: number): number => Math.ceil(needed) + ((Math.ceil(needed) - diameter) & 1)
  const looks = Array.from({ length: 16 }, (_, look) => {
    if (look === LOOK.none) return undefined
    const state = stateOfLook(look)
    const colour = colourOfLook(palette, look)
    if (state !== LAMP_STATE.fault) return easel(sized(diameter * 1.4 + 2 * unit), drawState(state, diameter, colour, palette, unit))
    return easel(fault < 4 * unit ? fault : sized(fault * 1.4 + 2 * unit), drawState(state, fault, colour, palette, unit))
  })
  const haloRadius = diameter * 1.7
  const halos = Array.from({ length: LOOK.on + ON_LEVELS }, (_, look) => {
    if (!halo || look < LOOK.on) return undefined
    const level = (look - LOOK.on) / (ON_LEVELS - 1)
    return easel(sized(haloRadius * 2), drawHalo(haloRadius, colourOfLook(palette, look), (palette.dark ? 0.25 : 0.2) + 0.3 * level))
  })
  const ring = Math.max(diameter / 2 + 2 * unit, 2.5 * unit)
  const selected = easel(sized(2 * (ring + 2 * unit)), (pen) =>
    circle(pen, ring, palette.selected, Math.max(1, Math.min(2, diameter / unit / 3) * unit)),
  )
  const arc = diameter / 2 + (diameter < 8 * unit ? 2 : 4) * unit
  const runs = Object.values(RUN).map((run) =>
    run === RUN.none ? undefined : easel(sized(2 * (arc + 2 * unit)), drawRun(run, arc, palette, unit)),
  )
  const all = [...looks, ...halos, selected, ...runs]
  return { diameter, looks, halos, selected, runs, reach: Math.max(...all.map((picture) => (picture?.size ?? 0) >> 1)) + 1 }
}

/** Converts the pictures for a frame `width` px wide, without the states in `hidden`. */
export const stampSetOf = (pictures: PictureSet, palette: MapPalette, hidden: ReadonlySet<LampState>, width: number): StampSet => {
  const shown = (look: number): boolean => look !== LOOK.none && !hidden.has(stateOfLook(look))
  const ready = (picture: Picture | undefined, look: number) => (picture && shown(look) ? stampOf(picture, width) : undefined)
  const abgr = (css: string): number => {
    const [r, g, b] = parseColour(css) ?? [128, 128, 128]
    return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0
  }
  return {
    diameter: pictures.diameter,
    looks: pictures.looks.map(ready),
    flat: Uint32Array.from({ length: 16 }, (_, look) => (shown(look) ? abgr(colourOfLook(palette, look)) : 0)),
    halos: pictures.halos.map(ready),
    selected: stampOf(pictures.selected, width),
    runs: pictures.runs.map((picture) => (picture ? stampOf(picture, width) : undefined)),
  }
}
