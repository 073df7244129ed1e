import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'
import { lookOf, MARK_SHAPES } from './marks.ts'
import type { MapPalette } from './palette.ts'
import { colourOfLook } from './stamp-set.ts'

export type LampMarkProps = { state: LampState; dim?: number; palette: MapPalette; size?: number }

/** The mark of a lamp state as on the map, for legends, cards and lists; beside a word, never alone. `dim` 0-100 %, `size` px. */
export const LampMark = ({ state, dim = 100, palette, size = 16 }: LampMarkProps) => {
  const shape = MARK_SHAPES[state]
  const colour = colourOfLook(palette, lookOf(state, dim))
  const outline = shape.fill ? 0 : shape.width
  return (
    <svg className="ll-map-mark" width={size} height={size} viewBox="-1.6 -1.6 3.2 3.2" aria-hidden="true">
      <path
        d={shape.path}
        transform={`scale(${shape.scale})`}
        fill={shape.fill ? colour : 'none'}
        stroke={shape.fill ? (state === LAMP_STATE.on ? palette.onRim : 'none') : colour}
        strokeWidth={outline || 0.12}
        strokeDasharray={shape.dash.join(' ') || undefined}
        strokeLinejoin="round"
      />
    </svg>
  )
}
