import { Age, hrefOf, useFormat, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import type { HomeInfo, Trouble } from '../model/index.ts'
import { M } from './home.messages.ts'
import { LAMPS } from './home-parts.tsx'

export const FAULTY = hrefOf({ path: LAMPS, query: { currentControllerStatus: '3' } })
export const AWAY = hrefOf({ path: '/visual/equipmentMana/gateway/index', query: { online: '0' } })
const OFFLINE = hrefOf({ path: LAMPS, query: { currentControllerStatus: '4' } })

const causeText = ({ cause }: Trouble) =>
  cause === 'gatewayOffline'
    ? M.gatewayOffline
    : cause === 'silent'
      ? M.silent
      : isEventType(cause)
        ? EVENT_TYPES[cause]
        : ([cause, cause] as const)
const listOf = ({ cause }: Trouble): string => (cause === 'gatewayOffline' ? AWAY : cause === 'silent' ? OFFLINE : FAULTY)

/** Lamps with faults by cause: their number, how many since last night, and since when. */
export const Troubles = ({ info }: { readonly info: Pick<HomeInfo, 'lamps' | 'troubles'> }) => {
  const t = useT()
  const format = useFormat()
  return (
    <section>
      <h2>{t(M.troubles)}</h2>
      {info.troubles.length === 0 ? (
        <p>{t(M.noTroubles, { n: format.number(info.lamps) })}</p>
      ) : (
        <table className="ll-home-troubles">
          <thead>
            <tr>
              <th>{t(M.cause)}</th>
              <th>{t(M.affected)}</th>
              <th>{t(M.fresh)}</th>
              <th>{t(M.oldest)}</th>
            </tr>
          </thead>
          <tbody>
            {info.troubles.map((trouble) => (
              <tr key={trouble.cause}>
                <td>
                  <Link to={listOf(trouble)}>{t(causeText(trouble))}</Link>
                </td>
                <td>{format.number(trouble.lamps)}</td>
                <td data-fresh={trouble.sinceLastNight > 0}>{format.number(trouble.sinceLastNight)}</td>
                <td>{trouble.since ? <Age at={trouble.since} /> : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
