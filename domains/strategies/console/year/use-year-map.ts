import { createCalendar, type Program, type Site } from '@lamplight/calendar'
import { type ThemeName, token, useTheme } from '@lamplight/console-kit'
import { useEffect, useMemo, useRef } from 'react'
import { NIGHTS, noSky, PARTS, paintNight, tableOf, type YearColours } from './year-paint.ts'

/** Work in one frame, ms; the rest of the frame belongs to the pointer and the timeline. */
const BUDGET = 8

type Rgb = readonly [number, number, number]
/** A colour token; builds shorten `#ffffff` to `#fff`. */
const rgb = (name: `--ll-${string}`): Rgb => {
  const short = token(name).slice(1)
  const hex = short.length === 3 ? [...short].map((digit) => digit + digit).join('') : short
  const number = Number.parseInt(hex, 16) || 0
  return [number >> 16, (number >> 8) & 255, number & 255]
}
const coloursNow = (): YearColours => {
  const [day, middle, dark] = [rgb('--ll-surface-3'), rgb('--ll-art-sky-middle'), rgb('--ll-art-sky-top')]
  const twilight = [0, 1, 2].map((at) => Math.round(middle[at]! * 0.55 + day[at]! * 0.45)) as unknown as Rgb
  return { sky: { day, twilight, dark }, lit: rgb('--ll-gold'), daylight: rgb('--ll-danger'), ground: rgb('--ll-surface') }
}

const tables = new Map<ThemeName, Int32Array>()
/** Pixels of the theme that the page has now. */
const tableNow = (theme: ThemeName): Int32Array => {
  const table = tables.get(theme) ?? tableOf(coloursNow())
  tables.set(theme, table)
  return table
}

/**
 * Paints a year of a program into a canvas of one pixel for a night and ten minutes. A change repaints it in slices of a frame, so that it follows
 * a dragged switch point; a newer change stops the slices of the older one.
 */
export const useYearMap = (program: Program, site: Site, from: number, head: number | undefined) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  const sky = useRef(noSky(''))
  const image = useMemo(() => (typeof ImageData === 'undefined' ? null : new ImageData(NIGHTS, PARTS)), [])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !image) return
    const key = `${site.lat} ${site.lng} ${site.zone} ${from}`
    if (sky.current.key !== key) sky.current = noSky(key)
    const table = tableNow(theme)
    const pixels = new Int32Array(image.data.buffer)
    const calendar = createCalendar(program, site, head)
    const isSpecial = program.specials !== undefined && program.entries.length === 0
    let column = 0
    let frame = 0
    const slice = (): void => {
      const until = performance.now() + BUDGET
      while (column < NIGHTS && performance.now() < until) {
        const night = calendar.night(from + column)
        paintNight(pixels, table, sky.current, { column, calendar, night, applies: !isSpecial || night.special >= 0 })
        column += 1
      }
      context.putImageData(image, 0, 0)
      if (column < NIGHTS) frame = requestAnimationFrame(slice)
      else canvas.current?.setAttribute('data-painted', String(Number(canvas.current.dataset.painted ?? 0) + 1))
    }
    frame = requestAnimationFrame(slice)
    return () => cancelAnimationFrame(frame)
  }, [program, site, from, head, image, theme])
  return canvas
}
