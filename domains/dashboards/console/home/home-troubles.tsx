import { Age, hrefOf, useFormat, useT, useUser } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { PLATFORM_TENANT } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import type { HomeInfo, Trouble } from '../../model/index.ts'
import { LAMPS } from '../../model/lamp-list.ts'
import { M } from './home.messages.ts'

export const FAULTY = hrefOf({ path: LAMPS, query: { currentControllerStatus: '3' } })
const GATEWAYS = '/visual/equipmentMana/gateway/index'
/** Status of gateways that are assigned to a tenant. */
const ASSIGNED = '1'
/**
 * Address of the list of offline gateways that the figures count: assigned ones of the user's own tenant. The list shows platform administrators the
 * gateways of all tenants, so it is limited to their own.
 */
export const useAway = (): string => {
  const tenantId = useUser()?.tenantId
  return hrefOf({ path: GATEWAYS, query: { online: '0', status: ASSIGNED, ...(tenantId === PLATFORM_TENANT && { tenantId }) } })
}
const OFFLINE = hrefOf({ path: LAMPS, query: { currentControllerStatus: '4' } })

const causeText = ({ cause }: Trouble) =>
  cause === 'gatewayOffline'
    ? M.gatewayOffline
    : cause === 'silent'
      ? M.silent
      : isEventType(cause)
        ? EVENT_TYPES[cause]
        : ([cause, cause] as const)
const listOf = ({ cause }: Trouble, away: string): string => (cause === 'gatewayOffline' ? away : cause === 'silent' ? OFFLINE : FAULTY)

/** Lamps with faults by cause: their number, how many since last night, and since when. */
export const Troubles = ({ info }: { readonly info: Pick<HomeInfo, 'lamps' | 'troubles'> }) => {
  const t = useT()
  const format = useFormat()
  const away = useAway()
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
                  <Link to={listOf(trouble, away)}>{t(causeText(trouble))}</Link>
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
