import {
  Failure,
  firstPage,
  hrefOf,
  PageHeader,
  type ShellMenu,
  Skeleton,
  useFormat,
  useNow,
  useSystems,
  useT,
  useUser,
} from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { D } from './dashboard.messages.ts'
import './home/home.css'
import { LAMPS } from '../model/lamp-list.ts'
import { CommandLists } from './home/home-parts.tsx'
import { useHomeInfo } from './home/use-home-info.ts'

/** Greeting by the hour of the tenant's zone. */
const greeting = (hour: number) => (hour < 12 ? D.morning : hour < 18 ? D.noon : D.evening)

const pagesOf = (menu: ShellMenu): readonly ShellMenu[] => (menu.children.length > 0 ? menu.children.flatMap(pagesOf) : [menu])

/** The user's dashboard (rt.wel.dashboard): open work, sent commands, and links to every page. */
export const DashboardPage = () => {
  const t = useT()
  const format = useFormat()
  const who = useUser()
  const systems = useSystems()
  const now = useNow()
  const query = useHomeInfo()
  const info = query.data
  if (!info) return query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton kind="page" rows={10} />
  const tasks = [
    { name: t(D.faulty), count: info.states.fault, href: hrefOf({ path: LAMPS, query: { currentControllerStatus: '3' } }) },
    { name: t(D.away), count: info.states.offline, href: hrefOf({ path: LAMPS, query: { currentControllerStatus: '4' } }) },
    {
      name: t(D.gateways),
      count: info.gateways.total - info.gateways.online,
      href: hrefOf({ path: '/visual/equipmentMana/gateway/index', query: { online: '0' } }),
    },
  ]
  return (
    <div className="ll-home">
      <PageHeader title={t(greeting(Number(format.time(now).slice(11, 13))), { name: who?.name ?? '' })} about={t(D.about)} />
      <dl className="ll-home-figures">
        {tasks.map(({ name, count, href }) => (
          <div key={href}>
            <dt>{name}</dt>
            <dd>
              <Link to={href}>{format.number(count)}</Link>
            </dd>
          </div>
        ))}
      </dl>
      <div className="ll-home-lists">
        <CommandLists info={info} />
      </div>
      <section className="ll-home-pages" aria-label={t(D.pages)}>
        {systems.map((system) => (
          <div key={system.id}>
            <h2>
              <Link to={hrefOf(firstPage(system))}>{system.name}</Link>
            </h2>
            <ul>
              {pagesOf(system).map((page) => (
                <li key={page.id}>
                  <Link to={hrefOf(page)}>{page.name}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </div>
  )
}
