import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'
import { useT } from '../i18n/use-t.ts'
import './lamp-mark.css'
import { STATE_TEXTS } from './messages.ts'
import { MARK_SHAPES } from './paint/marks.ts'

const TOKENS: Readonly<Record<LampState, string>> = {
  [LAMP_STATE.on]: '--ll-lamp-on-high',
  [LAMP_STATE.off]: '--ll-lamp-off',
  [LAMP_STATE.fault]: '--ll-lamp-fault',
  [LAMP_STATE.offline]: '--ll-lamp-offline',
  [LAMP_STATE.inactive]: '--ll-lamp-inactive',
}
const colourOf = (state: LampState, dim: number): string =>
  state === LAMP_STATE.on ? `color-mix(in srgb, var(--ll-lamp-on-high) ${dim}%, var(--ll-lamp-on-low))` : `var(${TOKENS[state]})`

/** Mark of a lamp state as on the map, for legends, cards, lists and the home page; always used with a label. `dim` 0-100 %, `size` px. */
export const LampMark = ({ state, dim = 100, size = 16 }: { readonly state: LampState; readonly dim?: number; readonly size?: number }) => {
  const shape = MARK_SHAPES[state]
  const colour = colourOf(state, Math.min(100, Math.max(0, dim)))
  const outline = shape.fill ? 0 : shape.width
  return (
    <svg className="ll-map-mark" data-lamp-state={state} width={size} height={size} viewBox="-1.6 -1.6 3.2 3.2" aria-hidden="true">
      <path
        d={shape.path}
        transform={`scale(${shape.scale})`}
        fill={shape.fill ? colour : 'none'}
        stroke={shape.fill ? (state === LAMP_STATE.on ? 'var(--ll-lamp-on-low)' : 'none') : colour}
        strokeWidth={outline || 0.2}
        strokeDasharray={shape.dash.join(' ') || undefined}
        strokeLinejoin="round"
      />
    </svg>
  )
}

const isState = (value: number): value is LampState => value in MARK_SHAPES

/** A lamp state as mark with label; an unknown state is shown as not activated. */
export const LampStateMark = ({ state, dim }: { readonly state: number | null | undefined; readonly dim?: number | null }) => {
  const t = useT()
  const known = state !== null && state !== undefined && isState(state) ? state : LAMP_STATE.inactive
  return (
    <span className="ll-lamp-state" data-lamp-state={known}>
      <LampMark state={known} dim={dim ?? 100} />
      {t(STATE_TEXTS[known])}
    </span>
  )
}
