import type { ReactNode } from 'react'

const WIDTH = 1200
const HEIGHT = 900
const HORIZON = 520
const MIDDLE = 560

/** One pair of lamps for each depth, far to near: scale 0 at the horizon, 1 at the viewer. */
const DEPTHS = [0.045, 0.075, 0.12, 0.19, 0.31, 0.52, 0.9]

/** Roofs of the far row and of the near row of houses: left edge, width, height above the horizon. */
const FAR_HOUSES = [
  [0, 70, 120],
  [70, 54, 176],
  [124, 80, 142],
  [204, 46, 210],
  [250, 90, 156],
  [340, 60, 118],
  [400, 72, 92],
  [472, 40, 64],
  [600, 50, 70],
  [650, 66, 104],
  [716, 48, 150],
  [764, 84, 128],
  [848, 60, 196],
  [908, 76, 160],
  [984, 52, 232],
  [1036, 92, 174],
  [1128, 72, 138],
] as const
const NEAR_HOUSES = [
  [0, 120, 96],
  [120, 70, 132],
  [190, 110, 78],
  [300, 64, 58],
  [364, 70, 40],
  [720, 76, 46],
  [796, 90, 74],
  [886, 64, 112],
  [950, 130, 84],
  [1080, 120, 120],
] as const
/** Lit windows: left edge, height above the horizon. */
const WINDOWS = [
  [84, 150],
  [98, 118],
  [216, 184],
  [226, 142],
  [270, 130],
  [352, 96],
  [664, 82],
  [728, 126],
  [742, 98],
  [862, 170],
  [876, 132],
  [924, 138],
  [1000, 204],
  [1012, 160],
  [1060, 148],
  [1142, 112],
  [146, 104],
  [40, 70],
  [902, 92],
  [1110, 92],
] as const
const STARS = [
  [90, 80],
  [210, 150],
  [330, 60],
  [420, 190],
  [520, 110],
  [640, 50],
  [730, 170],
  [830, 90],
  [930, 200],
  [1040, 70],
  [1130, 150],
  [160, 260],
  [480, 270],
  [700, 280],
  [1010, 290],
] as const

const Lamp = ({ side, depth, order }: { side: -1 | 1; depth: number; order: number }): ReactNode => {
  const x = MIDDLE + side * 640 * depth
  const ground = HORIZON + 330 * depth
  const top = ground - 470 * depth
  const head = x - side * 118 * depth
  const reach = 150 * depth
  return (
    <g className="ll-night__lamp" style={{ animationDelay: `calc(var(--ll-enter) * ${order})` }}>
      <ellipse className="ll-night__pool" cx={head} cy={ground + 8 * depth} rx={reach * 1.5} ry={reach * 0.34} />
      <polygon
        className="ll-night__cone"
        points={`${head - 14 * depth},${top + 10 * depth} ${head + 14 * depth},${top + 10 * depth} ${head + reach},${ground} ${head - reach},${ground}`}
      />
      <path
        className="ll-night__post"
        strokeWidth={Math.max(1, 9 * depth)}
        d={`M${x} ${ground} V${top + 40 * depth} Q${x} ${top} ${x - side * 52 * depth} ${top} H${head}`}
      />
      <circle className="ll-night__halo" cx={head} cy={top + 6 * depth} r={64 * depth} />
      <ellipse className="ll-night__head" cx={head} cy={top + 5 * depth} rx={26 * depth + 0.8} ry={7 * depth + 0.8} />
    </g>
  )
}

/** Drawing of a street at night whose lamps switch on one after another; the decoration of the sign-in page. */
export const NightStreet = (): ReactNode => (
  <svg className="ll-night" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <defs>
      <linearGradient id="ll-night-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" className="ll-night__sky-top" />
        <stop offset="0.72" className="ll-night__sky-middle" />
        <stop offset="1" className="ll-night__sky-low" />
      </linearGradient>
      <linearGradient id="ll-night-cone" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" className="ll-night__light" stopOpacity="0.5" />
        <stop offset="1" className="ll-night__light" stopOpacity="0" />
      </linearGradient>
      <radialGradient id="ll-night-pool">
        <stop offset="0" className="ll-night__light" stopOpacity="0.42" />
        <stop offset="1" className="ll-night__light" stopOpacity="0" />
      </radialGradient>
    </defs>
    <rect width={WIDTH} height={HORIZON + 2} fill="url(#ll-night-sky)" />
    {STARS.map(([x, y], i) => (
      <circle key={x} className="ll-night__star" cx={x} cy={y} r={i % 3 === 0 ? 1.8 : 1.1} />
    ))}
    {FAR_HOUSES.map(([x, width, height]) => (
      <rect key={x} className="ll-night__far" x={x} y={HORIZON - height} width={width} height={height + 1} />
    ))}
    {NEAR_HOUSES.map(([x, width, height]) => (
      <rect key={x} className="ll-night__near" x={x} y={HORIZON - height} width={width} height={height + 1} />
    ))}
    {WINDOWS.map(([x, height]) => (
      <rect key={`${x}-${height}`} className="ll-night__window" x={x} y={HORIZON - height} width="6" height="8" />
    ))}
    <rect className="ll-night__ground" y={HORIZON} width={WIDTH} height={HEIGHT - HORIZON} />
    <polygon
      className="ll-night__road"
      points={`${MIDDLE - 5},${HORIZON} ${MIDDLE + 5},${HORIZON} ${MIDDLE + 720},${HEIGHT} ${MIDDLE - 720},${HEIGHT}`}
    />
    {[0.05, 0.09, 0.15, 0.25, 0.42, 0.72].map((depth) => (
      <polygon
        key={depth}
        className="ll-night__mark"
        points={`${MIDDLE - 9 * depth},${HORIZON + 380 * depth} ${MIDDLE + 9 * depth},${HORIZON + 380 * depth} ${MIDDLE + 13 * depth},${HORIZON + 540 * depth} ${MIDDLE - 13 * depth},${HORIZON + 540 * depth}`}
      />
    ))}
    {DEPTHS.map((depth, i) => (
      <g key={depth}>
        <Lamp side={-1} depth={depth} order={DEPTHS.length - i} />
        <Lamp side={1} depth={depth} order={DEPTHS.length - i} />
      </g>
    ))}
  </svg>
)
