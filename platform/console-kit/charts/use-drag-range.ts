import type { EChartsType } from 'echarts/core'
import { type CSSProperties, type PointerEvent, type RefObject, useState } from 'react'
import type { Interval } from './series.ts'

/** Pointer movement in px from which a drag selects a range. */
const LEAST = 8

/** Returns the instant with the wall clock `shown`. */
export const instantOfWall = (shown: number, wall: (at: number) => number): number => {
  const near = shown - (wall(shown) - shown)
  return shown - (wall(near) - near)
}

interface Drag {
  readonly from: number
  readonly to: number
}

/** Selects a time range by dragging with the mouse. Touch scrolls the page. */
export const useDragRange = (
  chart: RefObject<EChartsType | null>,
  wall: (at: number) => number,
  onRange: ((range: Interval) => void) | undefined,
) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const xOf = (event: PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left
  const instantAt = (x: number): number => instantOfWall(Number(chart.current?.convertFromPixel({ xAxisIndex: 0 }, x)), wall)
  const [left, right] = drag ? [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)] : [0, 0]
  const shown: CSSProperties | null = drag && right - left >= LEAST ? { left, width: right - left } : null
  if (!onRange) return { handlers: {}, shown: null }
  return {
    shown,
    handlers: {
      onPointerDown: (event: PointerEvent): void => {
        if (event.pointerType !== 'mouse' || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: xOf(event), to: xOf(event) })
      },
      onPointerMove: (event: PointerEvent): void => {
        if (drag) setDrag({ ...drag, to: xOf(event) })
      },
      onPointerUp: (): void => {
        setDrag(null)
        const range = shown && ([instantAt(left), instantAt(right)] as const)
        if (range?.every(Number.isFinite)) onRange([Math.round(range[0]), Math.round(range[1])])
      },
      onPointerCancel: (): void => setDrag(null),
    },
  }
}
