import { hrefOf, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { LAMPS } from '../../model/lamp-list.ts'
import { homePage } from '../../model/pages.ts'
import { M } from './home.messages.ts'
import { useAway } from './home-troubles.tsx'
import { L } from './landing.messages.ts'
import { useHomeInfo } from './use-home-info.ts'

/** Present figures in the middle of the circle, each linked to its list. */
const Figures = () => {
  const t = useT()
  const format = useFormat()
  const info = useHomeInfo().data
  const away = useAway()
  if (!info) return null
  const inState = (state: number): string => hrefOf({ path: LAMPS, query: { currentControllerStatus: String(state) } })
  const watts = info.kinds.reduce((total, kind) => total + 1000 * kind.activeKw, 0)
  const figures = [
    [t(L.litLamps), `${format.number(info.states.on)} / ${format.number(info.lamps)}`, inState(1)],
    [t(M.power), format.power(watts), hrefOf({ path: homePage.path, query: {} })],
    [t(M.faults), format.number(info.states.fault), inState(3)],
    [t(M.gateways), `${format.number(info.gateways.online)} / ${format.number(info.gateways.total)}`, away],
  ] as const
  return (
    <dl className="ll-landing-figures">
      {figures.map(([name, value, href]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Link to={href}>{value}</Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const LandingFigures = () => (usePermission('dashboard_view') ? <Figures /> : null)
