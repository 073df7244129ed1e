import { navigate, useBrand, useFormat, useNow, usePermission, useT, useUser } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { M } from './home.messages.ts'
import './screen.css'
import { useHomeInfo } from './use-home-info.ts'

const HINT: Text = ['登录后显示实时数据', 'Sign in to see live data']
const ENTER: Text = ['登录', 'Sign in']
const DENIED: Text = ['您的角色不能查看大屏数据', 'Your role may not see these data']

/** Data screen for a wall (pub.screen) with the present totals. Without a session it shows the brand and a hint (decisions.md A71). */
export const ScreenPage = () => {
  const t = useT()
  const { title } = useBrand()
  const signedIn = useUser() !== null
  const permitted = usePermission('dashboard_view')
  return (
    <main className="ll-screen">
      <header>
        <h1>{title}</h1>
        {signedIn && <Clock />}
      </header>
      {signedIn && permitted ? (
        <Totals />
      ) : (
        <div className="ll-screen-hint">
          <p>{t(signedIn ? DENIED : HINT)}</p>
          {!signedIn && (
            <button type="button" className="ll-button ll-button--primary" onClick={() => navigate('/login')}>
              {t(ENTER)}
            </button>
          )}
        </div>
      )}
    </main>
  )
}

const Clock = () => {
  const format = useFormat()
  return <time>{format.time(useNow())}</time>
}

const Totals = () => {
  const t = useT()
  const format = useFormat()
  const info = useHomeInfo().data
  if (!info) return null
  const share = (part: number, whole: number): string => format.unit(whole > 0 ? (100 * part) / whole : null, '%', 1)
  const reachable = info.lamps - info.states.offline - info.states.inactive
  const kw = info.kinds.reduce((total, kind) => total + kind.activeKw, 0)
  const figures: readonly (readonly [Text, string])[] = [
    [M.lamps, format.number(info.lamps)],
    [M.power, format.power(kw * 1000)],
    [M.lit, share(info.states.on, info.lamps)],
    [M.online, share(reachable, info.lamps)],
    [M.gateways, `${format.number(info.gateways.online)} / ${format.number(info.gateways.total)}`],
    [M.faults, format.number(info.states.fault)],
  ]
  return (
    <dl>
      {figures.map(([name, value]) => (
        <div key={name[1]}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
