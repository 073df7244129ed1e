import { pick } from '@lamplight/kit'
import { A, type AnswerOf, formatTime, onServer, route, seenRows } from '@lamplight/server-kit'
import { ESIM_STATES, esimCard } from '../model/index.ts'

const SOONEST = 100
const [IN_USE, SOON] = [1, 2]
const STATUS = `case when t.suspended then 4 when t.expire_at <= now() then 3 when t.sn is null and t.activated_at is null then 0
  when t.expire_at <= now() + interval '30 days' then ${SOON} else ${IN_USE} end`

export const esimCardServer = onServer(esimCard, { joined: { sql: '', fields: { status: STATUS } } })

const SoonestReturns = A.of({ id: A.id, iccid: A.text, sn: A.text, expireAt: A.time, days: A.measure('d') })
type Soonest = Pick<AnswerOf<typeof SoonestReturns>, 'id' | 'iccid' | 'days'> & { readonly sn: string | null; readonly at: Date }

/** Validity of the cards (sun.esimcard.validity): how many have each state, and the cards in use that expire first. No verb gives sums. */
export const esimValidityRoute = route({
  method: 'GET',
  path: '/api/blade-sun/esimcard/validity',
  summary: ['SIM卡有效期', 'Validity of SIM cards'],
  permission: 'esimcard_view',
  returns: A.of({
    counts: A.list(A.of({ status: A.int, name: A.text, count: A.int })),
    soonest: A.list(SoonestReturns),
  }),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const seen = seenRows(esimCardServer, ctx.user, params)
    const [counted, soonest] = await ctx.queries<[{ status: number; n: number }, Soonest]>([
      [`select ${STATUS} as status, count(*)::int as n from devices_esim_card t where ${seen} group by 1`, params],
      [
        `select t.id, t.iccid, t.sn, t.expire_at as at, ceil(extract(epoch from t.expire_at - now()) / 86400)::int as days from devices_esim_card t
         where ${seen} and t.expire_at > now() and ${STATUS} in (${IN_USE}, ${SOON}) order by t.expire_at, t.id limit ${SOONEST}`,
        params,
      ],
    ])
    const numbers = new Map(counted.map(({ status, n }) => [status, n]))
    return {
      counts: Object.entries(ESIM_STATES).map(([code, label]) => ({
        status: Number(code),
        name: pick(label, ctx.lang),
        count: numbers.get(Number(code)) ?? 0,
      })),
      soonest: soonest.map(({ at, sn, ...card }) => ({ ...card, sn: sn ?? '', expireAt: formatTime(at, ctx.zone) })),
    }
  },
})
