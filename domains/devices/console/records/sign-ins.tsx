import { Age, api, type Translate, useFormat, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { Row, Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { gateway } from '../../model/index.ts'
import type { RefusedSignIn, SignIns } from '../../server/gateways/sign-in.handler.ts'
import '../devices.css'
import { M, REFUSALS, TRUST } from '../devices.messages.ts'

/** Refused sign-ins with the same serial number, address and reason. Times are epoch ms. */
export type Refused = Omit<RefusedSignIn, 'sn'> & Partial<Pick<RefusedSignIn, 'sn'>>

const wordsOf = (t: Translate, words: Readonly<Record<string, Text>>, key: string): string => (words[key] ? t(words[key]) : key)

/** Columns of refused sign-ins; `withSn` adds the serial number for lists of several gateways. */
export const refusedColumns = (t: Translate, withSn: boolean): readonly RowColumn<Refused>[] => {
  const sn: RowColumn<Refused> = { key: 'sn', label: M.sn, width: 180, cell: (row) => row.sn }
  return [
    ...(withSn ? [sn] : []),
    { key: 'ip', label: M.address, width: 110, cell: ({ ip }) => ip },
    { key: 'reason', label: M.reason, width: 150, cell: ({ reason }) => wordsOf(t, REFUSALS, reason) },
    { key: 'count', label: M.times, width: 60, align: 'right', cell: ({ count }) => count },
    { key: 'last', label: M.last, width: 96, cell: ({ lastAt }) => <Age at={lastAt} /> },
  ]
}
export const refusedKey = ({ sn = '', ip, reason }: Refused): string => `${sn} ${ip} ${reason}`

/** Sign-in data of a gateway: kind of credential, first and present address, reported children, refused sign-ins. */
export const SignInFacts = ({ sn }: { readonly sn: string }) => {
  const t = useT()
  const format = useFormat()
  const query = useQuery({
    queryKey: ['devices.gateway', 'sign-in', sn],
    queryFn: ({ signal }) => api.get<SignIns | null>('blade-device/gateway/sign-in', { sn }, { signal, quiet: true }),
    refetchInterval: 15_000,
  })
  if (!query.data) return <Waiting query={query} rows={4} />
  const { kept, firstIp, firstAt, lastIp, lastAt, conflict, children, refused, entered } = query.data
  const address = (ip: string, at: number): string => (ip === '' ? '—' : t(M.since, { ip, time: format.time(at) }))
  const held = refused.some(({ reason }) => reason === 'held')
  return (
    <section className="ll-devices-tab" aria-label={t(M.signIns)}>
      {conflict === 1 && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          <p>{t(M.conflictText)}</p>
        </div>
      )}
      {held && (
        <div className="ll-r-banner" role="status" data-tone="warn">
          <p>{t(M.heldText)}</p>
        </div>
      )}
      <dl className="ll-r-facts">
        <div>
          <dt>{t(M.trust)}</dt>
          <dd>{wordsOf(t, TRUST, kept)}</dd>
        </div>
        <div>
          <dt>{t(M.firstAddress)}</dt>
          <dd>{address(firstIp, firstAt)}</dd>
        </div>
        <div>
          <dt>{t(M.presentAddress)}</dt>
          <dd>{lastIp === '' ? t(M.noAddress) : address(lastIp, lastAt)}</dd>
        </div>
        {entered.length > 0 && (
          <div>
            <dt>{t(M.enteredBy)}</dt>
            <dd>
              {entered.map(({ tenantId, holds }) => (holds === 1 ? t(M.holder, { tenant: tenantId }) : tenantId)).join(t(['、', ', ']))}
            </dd>
          </div>
        )}
        {children.length > 0 && (
          <div className="ll-devices-wide">
            <dt>{t(M.reports)}</dt>
            <dd className="ll-devices-sns">{`${children.map((child) => child.sn).join('  ')}  ${t(M.andMore, { n: format.number(children.length) })}`}</dd>
          </div>
        )}
      </dl>
      <h2 className="ll-devices-heading">{t(M.refusals)}</h2>
      {refused.length === 0 ? (
        <p className="ll-devices-note">{t(M.noRefusals)}</p>
      ) : (
        <RowTable columns={refusedColumns(t, false)} rows={refused} label={t(M.refusalsOf, { sn })} keyOf={refusedKey} />
      )}
    </section>
  )
}

/** The tab of a gateway that shows how it signs in. */
export const GatewaySignIns = ({ row }: { readonly row: Row<typeof gateway> }) => <SignInFacts sn={row.sn} />
