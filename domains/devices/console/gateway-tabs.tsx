import { api, Empty, useFormat, useT, useUser } from '@lamplight/console-kit'
import { LoadError, Pager, RowsSkeleton, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { Row, Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { gateway } from '../model/index.ts'
import type { RejectedMessage } from '../server/gateway.handler.ts'
import { deviceColumns } from './device-columns.tsx'
import './devices.css'
import { KINDS, M } from './devices.messages.ts'
import { useChildren } from './use-children.ts'

type Props = { readonly row: Row<typeof gateway> }

const Strangers = ({ sns }: { readonly sns: readonly string[] }) => {
  const t = useT()
  const { number } = useFormat()
  if (sns.length === 0) return null
  return (
    <div className="ll-r-banner" data-tone="warn">
      <div>
        <p>{t(M.strangers, { n: number(sns.length) })}</p>
        <details>
          <summary>{t(M.showThem)}</summary>
          <p className="ll-devices-sns">{sns.join('  ')}</p>
        </details>
      </div>
    </div>
  )
}

/** The registered devices of a gateway, and the serial numbers it reports that are not registered. */
export const GatewayChildren = ({ row }: Props) => {
  const t = useT()
  const { query, strangers, sn, setSn, found, shown, current, size, setPage } = useChildren(row.sn)
  const columns = useMemo(() => deviceColumns(query.data ?? [], false), [query.data])
  const foreign = row.tenantId !== useUser()?.tenantId
  if (!query.data) return <Waiting query={query} rows={8} />
  return (
    <section className="ll-devices-tab" aria-label={t(M.childrenOf, { sn: row.sn })}>
      <Strangers sns={strangers.map((one) => one.sn)} />
      {query.data.length === 0 ? (
        <Empty text={foreign ? t(M.foreign, { tenant: row.tenantId }) : t(M.noChildren)} />
      ) : (
        <>
          <input
            type="search"
            className="ll-f-input ll-devices-find"
            placeholder={t(M.findSn)}
            aria-label={t(M.findSn)}
            value={sn}
            onChange={(event) => setSn(event.target.value)}
          />
          {found.length === 0 ? (
            <Empty text={t(M.nothingFound)}>
              <button type="button" className="ll-button" onClick={() => setSn('')}>
                {t(M.clear)}
              </button>
            </Empty>
          ) : (
            <>
              <RowTable columns={columns} rows={shown} label={t(M.children)} keyOf={(device) => device.id} />
              <Pager current={current} size={size} total={found.length} onChange={setPage} />
            </>
          )}
        </>
      )}
    </section>
  )
}

/** Formats JSON with line breaks; returns any other text unchanged. */
const readable = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** The latest message of a gateway that broke the protocol, with the reason. */
export const GatewayMessage = ({ row }: Props) => {
  const t = useT()
  const format = useFormat()
  const query = useQuery({
    queryKey: ['devices.gateway', 'message', row.sn],
    queryFn: ({ signal }) =>
      api.get<RejectedMessage | null>('blade-device/gateway/message/latest', { sn: row.sn }, { signal, quiet: true }),
    refetchInterval: 15_000,
  })
  if (query.isError) return <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />
  if (query.isPending) return <RowsSkeleton rows={4} cards={false} />
  const rejection = query.data
  if (!rejection?.kind) return <Empty text={t(M.noMessage)} />
  return (
    <section className="ll-devices-tab">
      <p className="ll-devices-note">{t(M.messageAbout)}</p>
      <dl className="ll-r-facts">
        <div>
          <dt>{t(M.kind)}</dt>
          <dd>{KINDS[rejection.kind] ? t(KINDS[rejection.kind] as Text) : rejection.kind}</dd>
        </div>
        <div>
          <dt>{t(M.at)}</dt>
          <dd>{format.time(rejection.at)}</dd>
        </div>
        <div>
          <dt>{t(M.count)}</dt>
          <dd>{t(M.entries, { n: format.number(rejection.count) })}</dd>
        </div>
        <div className="ll-devices-wide">
          <dt>{t(M.why)}</dt>
          <dd>{rejection.reason}</dd>
        </div>
      </dl>
      <h2 className="ll-devices-heading">{t(M.payload)}</h2>
      <pre className="ll-devices-payload">{readable(rejection.payload)}</pre>
    </section>
  )
}
