import { INCIDENT, KINDS } from '@lamplight/alarms/model'
import { queryOnce } from '@lamplight/testing'
import { until } from './processes.ts'
import type { ToldFaults } from './told-faults.ts'
import type { Outage, Troubles } from './troubles.ts'

/** The tenant of the city. */
const TENANT = '000000'
const OFFLINE = KINDS.communicationFailure.number
/** `node_key` of an incident begins with the number of the kind of node. */
const NODE = { box: 4, gateway: 3 } as const
const SETTLE_MS = 150_000
/** A lost device has its alarm from its last report on, which was this long before at most, ms. */
const REPORT_MS = 25_000
const NAMED = 8

/** Of all alarms, or of all incidents. */
export interface Tally {
  readonly judged: number
  /** Intervals or causes without a row, or whose row ended although they last. */
  readonly lost: number
  /** Rows beyond one for each interval or cause. */
  readonly doubled: number
  /** Rows without an interval or cause, rows that are open although it is over, and alarms with another incident than that of their device. */
  readonly wrong: number
}
export interface AlarmVerdict {
  readonly alarms: Tally
  readonly incidents: Tally
  readonly words: string
}

/** Intervals of a fault of a device. */
interface Expected {
  readonly begins: readonly number[]
  readonly isPresent: boolean
}
interface AlarmRow {
  readonly sn: string
  readonly kind: number
  readonly n: number
  readonly present: number
  /** Epoch ms. */
  readonly last: number
  readonly incidents: readonly string[]
}
interface IncidentRow {
  readonly id: string
  readonly key: string
  readonly state: number
}

const KIND_OF: Readonly<Record<string, { readonly number: number } | undefined>> = KINDS
const nodeOf = ({ cause, place }: Outage): string => `${NODE[cause]}:${cause === 'box' ? place.boxId : place.gatewayId}`
const tallyOf = (judged: number, lost: readonly string[], doubled: readonly string[], wrong: readonly string[]): Tally => ({
  judged,
  lost: lost.length,
  doubled: doubled.length,
  wrong: wrong.length,
})
const wordsOf = (what: string, sns: readonly string[]): string[] =>
  sns.length > 0 ? [`${what}: ${sns.slice(0, NAMED).join(', ')}${sns.length > NAMED ? ` and ${sns.length - NAMED} more` : ''}`] : []

/** The alarms that the city has earned, by serial number and kind: faults as its gateways told them, and the devices behind a gateway without power. */
const expectedOf = (told: ToldFaults, outages: readonly Outage[]): ReadonlyMap<string, Expected> => {
  const found = new Map<string, Expected>()
  const add = (sn: string, kind: number, begins: readonly number[], isPresent: boolean): void => {
    const key = `${sn} ${kind}`
    const before = found.get(key)
    found.set(key, { begins: [...(before?.begins ?? []), ...begins], isPresent: isPresent || (before?.isPresent ?? false) })
  }
  for (const { sn, type, begins, isPresent } of told.all()) {
    const kind = KIND_OF[type]?.number
    if (kind !== undefined && begins.length > 0) add(sn, kind, begins, isPresent)
  }
  for (const { cause, place, began, ended, lost } of outages)
    if (cause === 'gateway') for (const sn of [place.gateway, ...lost]) add(sn, OFFLINE, [began], ended === null)
  return found
}

/** Compares alarms and incidents with what happened in the city. `city`: serial numbers of its gateways and devices. */
export const createAlarmJudge = (options: {
  databaseUrl: string
  told: ToldFaults
  troubles: Pick<Troubles, 'outages'>
  city: ReadonlySet<string>
}) => {
  const { databaseUrl, told, troubles, city } = options

  const alarms = async (incidentOf: ReadonlyMap<string, string>) => {
    const expected = expectedOf(told, troubles.outages())
    const rows = await queryOnce<AlarmRow>(
      databaseUrl,
      `select sn, sub_alarm_type::int as kind, count(*)::int as n, count(*) filter (where present)::int as present, (extract(epoch from max(last_began)) * 1000)::float8 as last,
         coalesce(array_agg(incident_id::text) filter (where present and incident_id is not null), '{}') as incidents
       from alarms_alarm where tenant_id = '${TENANT}' and not is_deleted and sub_alarm_type in (${Object.values(KINDS)
         .map(({ number }) => number)
         .join(', ')}) group by 1, 2`,
    )
    const stored = new Map(rows.filter(({ sn }) => city.has(sn)).map((row) => [`${row.sn} ${row.kind}`, row]))
    const [lost, doubled, wrong] = [[] as string[], [] as string[], [] as string[]]
    for (const [key, { begins, isPresent }] of expected) {
      const row = stored.get(key)
      if (!row || row.last < Math.max(...begins) - REPORT_MS || (isPresent && row.present === 0)) lost.push(key)
      else if (row.n > begins.length || row.present > 1) doubled.push(key)
      else if (!isPresent && row.present > 0) wrong.push(key)
      const incident = incidentOf.get(row?.sn ?? '')
      if (row?.kind === OFFLINE && incident && row.incidents.some((id) => id !== incident)) wrong.push(`${key} in another incident`)
      if (row?.kind === OFFLINE && isPresent && incident && row.incidents.length === 0) wrong.push(`${key} in no incident`)
    }
    for (const key of stored.keys()) if (!expected.has(key)) wrong.push(`${key} without a fault`)
    const judged = [...expected.values()].reduce((sum, { begins }) => sum + begins.length, 0)
    return { judged, lost, doubled, wrong }
  }
  const incidents = async () => {
    const rows = await queryOnce<IncidentRow>(
      databaseUrl,
      `select id::text, node_key as key, state::int from alarms_incident where tenant_id = '${TENANT}' and not is_deleted`,
    )
    const causes = Map.groupBy(troubles.outages(), nodeOf)
    const byKey = Map.groupBy(rows, ({ key }) => key)
    const [lost, doubled, wrong] = [[] as string[], [] as string[], [] as string[]]
    for (const [key, outages] of causes) {
      const own = byKey.get(key) ?? []
      const lasts = outages.some(({ ended }) => ended === null)
      const open = own.filter(({ state }) => state === INCIDENT.open)
      if (own.length === 0 || (lasts && open.length === 0)) lost.push(key)
      else if (own.length > outages.length || open.length > 1) doubled.push(key)
      else if (own.some(({ state }) => state !== INCIDENT.closed && !(lasts && state === INCIDENT.open))) wrong.push(key)
    }
    for (const { key, state } of rows) if (!causes.has(key)) wrong.push(`${key} without a cause, state ${state}`)
    const incidentOf = new Map<string, string>()
    for (const outage of troubles.outages()) {
      const row = byKey.get(nodeOf(outage))?.find(({ state }) => state === INCIDENT.open)
      if (outage.ended === null && row)
        for (const sn of outage.cause === 'box' ? outage.place.fed : outage.place.devices) incidentOf.set(sn, row.id)
    }
    return { judged: troubles.outages().length, lost, doubled, wrong, incidentOf }
  }
  const look = async (): Promise<AlarmVerdict> => {
    const causes = await incidents()
    const own = await alarms(causes.incidentOf)
    const words = (['lost', 'doubled', 'wrong'] as const).flatMap((what) => [
      ...wordsOf(`alarms ${what}`, own[what]),
      ...wordsOf(`incidents ${what}`, causes[what]),
    ])
    return {
      alarms: tallyOf(own.judged, own.lost, own.doubled, own.wrong),
      incidents: tallyOf(causes.judged, causes.lost, causes.doubled, causes.wrong),
      words: words.join('; '),
    }
  }
  return {
    /** Waits until alarms and incidents are as the city is. */
    judge: async (): Promise<AlarmVerdict> => {
      let verdict = await look()
      await until(
        async () => {
          verdict = await look()
          return verdict.words === ''
        },
        SETTLE_MS,
        500,
      )
      return verdict
    },
  }
}
export type AlarmJudge = ReturnType<typeof createAlarmJudge>
