import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import { LampMark } from './lamp-mark.tsx'
import type { LampStore } from './lamp-store.ts'
import { MAP_TEXTS, STATE_TEXTS } from './messages.ts'
import type { Spot } from './tools/pointing.ts'

const pointsOf = (path: readonly number[]): string => {
  const pairs: string[] = []
  for (let i = 0; i < path.length; i += 2) pairs.push(`${path[i]},${path[i + 1]}`)
  return pairs.join(' ')
}

/** The rectangle or lasso while it is drawn. */
export const DraftOverlay = ({ path }: { path: readonly number[] }) =>
  path.length > 4 ? (
    <svg className="ll-map-overlay" aria-hidden="true">
      <polygon className="ll-map-draft" points={pointsOf(path)} />
    </svg>
  ) : null

/** A ring around the lamp whose card is open. */
export const FocusOverlay = ({ spot, diameter }: { spot: Spot; diameter: number }) => (
  <svg className="ll-map-overlay" aria-hidden="true">
    <circle className="ll-map-focus" cx={spot.x} cy={spot.y} r={diameter / 2 + 7} />
  </svg>
)

export type FanOverlayProps = {
  spot: Spot
  indices: readonly number[]
  store: LampStore
  t: (text: Text) => string
  onPick: (index: number) => void
}

/** Position of the k-th of n heads around its post, px. */
const headSpot = (k: number, n: number): Spot => {
  const radius = Math.max(30, (n * 34) / (2 * Math.PI))
  const angle = -Math.PI / 2 + (k + 0.5 - n / 2) * Math.min((2 * Math.PI) / n, Math.PI / 3)
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

/** The heads of one post, spread out so that each can be clicked. */
export const FanOverlay = ({ spot, indices, store, t, onPick }: FanOverlayProps) => {
  const { state, dim } = store.points()
  const heads = indices.map((index, k) => ({ index, k, at: headSpot(k, indices.length), state: state[index] as LampState }))
  return (
    <fieldset className="ll-map-fan" style={{ left: spot.x, top: spot.y }}>
      <legend className="ll-map-unseen">{t(MAP_TEXTS.heads).replace('{n}', String(indices.length))}</legend>
      <svg className="ll-map-fan-legs" aria-hidden="true">
        {heads.map(({ index, at }) => (
          <line key={index} x2={at.x} y2={at.y} />
        ))}
      </svg>
      {heads.map(({ index, k, at, state: now }) => (
        <button
          key={index}
          type="button"
          className="ll-map-fan-head"
          style={{ left: at.x, top: at.y }}
          aria-label={t(MAP_TEXTS.head)
            .replace('{n}', String(k + 1))
            .replace('{state}', t(STATE_TEXTS[now]))}
          onClick={() => onPick(index)}
        >
          <LampMark state={now} dim={dim[index] ?? 0} size={18} />
        </button>
      ))}
    </fieldset>
  )
}
