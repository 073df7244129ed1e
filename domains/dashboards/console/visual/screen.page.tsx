import { api, later, navigate, useBrand, useFormat, useNow, usePermission, useT, useTab, useUser } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { boardView } from '../../server/visual.handler.ts'
import { M } from '../home/home.messages.ts'
import './screen.css'
import { useHomeInfo } from '../home/use-home-info.ts'

const HINT: Text = ['登录后显示实时数据', 'Sign in to see live data']
const ENTER: Text = ['登录', 'Sign in']
const DENIED: Text = ['您的角色不能查看大屏数据', 'Your role may not see these data']

const SharedBoard = later(async () => (await import('./shared-board.tsx')).SharedBoard)
const BoardViewer = later(async () => (await import('./board-viewer.tsx')).BoardViewer)
/** Interval at which the wall asks which dashboard the tenant has chosen, ms. */
const CHOICE_MS = 60_000

/** The brand with the built-in totals; without a session or right a hint (decisions.md A71). */
const BuiltIn = () => {
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

/** The dashboard that the tenant chose for the wall; the built-in totals if there is none. */
const Chosen = ({ id }: { readonly id: string }) => {
  const choice = useQuery({
    queryKey: ['visual', 'screen', id],
    queryFn: ({ signal }) => api.get<typeof boardView>('blade-visual/visual/view', { id }, { signal, quiet: true }),
    refetchInterval: CHOICE_MS,
    retry: false,
  })
  if (choice.isPending) return null
  const chosen = choice.data?.id
  return chosen ? <BoardViewer key={chosen} source={{ id: chosen }} fills failed={() => <BuiltIn />} /> : <BuiltIn />
}

/**
 * Data screen for a wall (pub.screen). `code`: a shared dashboard, for everybody; `id`: a dashboard, for users; otherwise the dashboard that the tenant chose.
 * Without a session and code it shows the brand and a hint (decisions.md A71).
 */
export const ScreenPage = () => {
  const { query } = useTab()
  const signedIn = useUser() !== null
  const permitted = usePermission('visual_board_view')
  if (query.code)
    return (
      <main className="ll-screen-board">
        <SharedBoard key={query.code} code={query.code} />
      </main>
    )
  return signedIn && permitted ? <Chosen id={query.id ?? ''} /> : <BuiltIn />
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
