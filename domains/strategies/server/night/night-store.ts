import { CAUSES, dateOf } from '@lamplight/calendar'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import type { Feeders } from '../../model/ports.ts'
import { DEVICES_AT_ONCE } from './night-calendars.ts'
import { type CheckedLamp, placeKey, type Summary } from './night-check.ts'

/** Null without a number. */
const medianOf = (all: readonly number[]): number | null => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? null
const partsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / DEVICES_AT_ONCE) }, (_, n) => all.slice(n * DEVICES_AT_ONCE, (n + 1) * DEVICES_AT_ONCE))
const causeOf = ({ deviation }: CheckedLamp): number => (deviation?.diagnosis ? CAUSES.indexOf(deviation.diagnosis.cause) + 1 : 0)

/** Lamps grouped by the switch box that feeds them. Lamps without a switch box are grouped by gateway. */
interface Feeding {
  readonly cabinetId: string | null
  readonly gatewayId: string | null
  readonly lamps: readonly CheckedLamp[]
}
const feedingOf = (checked: readonly CheckedLamp[], boxes: ReadonlyMap<string, string>): Feeding[] => {
  const groups = Map.groupBy(checked, ({ id, gateway }) => boxes.get(id) ?? `gateway ${gateway ?? ''}`)
  return [...groups].flatMap(([key, lamps]): Feeding[] => {
    const gateway = lamps[0]?.gateway ?? null
    if (!key.startsWith('gateway ')) return [{ cabinetId: key, gatewayId: gateway, lamps }]
    return gateway === null ? [] : [{ cabinetId: null, gatewayId: gateway, lamps }]
  })
}

/** Returns the cause that more than half of the deviating lamps share, or 0 if no cause does. */
const commonCause = (deviating: readonly CheckedLamp[]): number => {
  const [most] = [...Map.groupBy(deviating, causeOf)].sort(([, a], [, b]) => b.length - a.length)
  return most && most[1].length * 2 > deviating.length ? most[0] : 0
}

const timeIn = (zone: string): ((at: number) => string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  return (at) => format.format(at)
}

/** Lamps of one street (or area) and road class that were below its floor. */
const shortOf = (checked: readonly CheckedLamp[]) =>
  [
    ...Map.groupBy(
      checked.flatMap(({ below, ...lamp }) => (below ? [{ ...lamp, below }] : [])),
      ({ below, street, area, project }) => [below.classId, street, area, project].join(),
    ).values(),
  ].map((lamps) => {
    const parts = lamps.flatMap(({ below }) => below.parts)
    const [{ below, street, area, project }] = lamps as [(typeof lamps)[number]]
    const lowest = parts.reduce((least, one) => (one.level - one.floor < least.level - least.floor ? one : least))
    return {
      classId: below.classId,
      street,
      area,
      project,
      lamps: lamps.length,
      lowest: lowest.level,
      floor: lowest.floor,
      minutes: Math.round(parts.reduce((sum, { from, to }) => sum + to - from, 0) / 60_000),
      from: Math.min(...parts.map((one) => one.from)),
      to: Math.max(...parts.map((one) => one.to)),
    }
  })

/** Figures of each project and area with lamps. */
const byPlace = (places: Summary['places'], checked: readonly CheckedLamp[], short: ReturnType<typeof shortOf>) => {
  const lampsIn = Map.groupBy(checked, placeKey)
  const shortIn = Map.groupBy(short, placeKey)
  return [...places].map(([key, { project, area, ...counts }]) => {
    const own = lampsIn.get(key) ?? []
    const deviating = own.filter(({ deviation }) => deviation !== null).length
    const minutes = (shortIn.get(key) ?? []).reduce((sum, one) => sum + one.minutes, 0)
    return { ...counts, project: project ?? '0', area: area ?? '0', kept: own.length - deviating, deviating, minutes }
  })
}

/** Writes a summary once: a night that was checked is not checked again. `zone`: zone of the tenant. */
export const storeNight = async (
  { system, newId }: Pick<Platform, 'system' | 'newId'>,
  { tenantId, day, zone }: { readonly tenantId: string; readonly day: number; readonly zone: string },
  { lamps, silent, overridden, checked, places }: Summary,
  feeders: Feeders | null,
): Promise<void> => {
  const date = dateOf(day)
  const deviating = checked.filter(({ deviation }) => deviation !== null)
  const short = shortOf(checked)
  const timeOf = timeIn(zone)
  await system.tx(async (query) => {
    const made = await query(
      `insert into strategies_night (id, tenant_id, day, lamps, kept, deviating, silent, overridden, below_minutes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict do nothing returning id`,
      [
        newId(),
        tenantId,
        date,
        lamps,
        checked.length - deviating.length,
        deviating.length,
        silent,
        overridden,
        short.reduce((sum, { minutes }) => sum + minutes, 0),
      ],
    )
    if (made.length === 0) return
    for (const part of partsOf(byPlace(places, checked, short)))
      await query(
        `insert into strategies_night_place (tenant_id, day, project_id, area_id, lamps, kept, deviating, silent, overridden, below_minutes)
         select $1, $2, u.* from unnest($3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[]) as u`,
        [
          tenantId,
          date,
          ...(['project', 'area', 'lamps', 'kept', 'deviating', 'silent', 'overridden', 'minutes'] as const).map((name) =>
            arrayOf(part.map((one) => one[name])),
          ),
        ],
      )
    const boxes = new Map<string, string>()
    if (feeders)
      for (const part of partsOf(checked))
        for (const [id, box] of await feeders.boxesOf(
          query,
          tenantId,
          part.map(({ id }) => id),
        ))
          boxes.set(id, box)
    for (const part of partsOf(deviating))
      await query(
        `insert into strategies_deviation (id, tenant_id, day, controller_id, cause, amount, expected, missing, late, gateway_id, cabinet_id, project_id, area_id)
         select u.id, $1, $2, u.device, u.cause, u.amount, u.expected, u.missing, u.late, u.gateway, u.cabinet, u.project, u.area
         from unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::int[], $7::int[], $8::int[], $9::int[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
           as u (id, device, cause, amount, expected, missing, late, gateway, cabinet, project, area)`,
        [
          tenantId,
          date,
          arrayOf(part.map(() => newId())),
          arrayOf(part.map(({ id }) => id)),
          arrayOf(part.map(causeOf)),
          arrayOf(part.map(({ deviation }) => Math.round(deviation?.diagnosis?.amount ?? 0))),
          arrayOf(part.map(({ deviation }) => deviation?.expected ?? 0)),
          arrayOf(part.map(({ deviation }) => deviation?.missing ?? 0)),
          arrayOf(part.map(({ late }) => late)),
          arrayOf(part.map(({ gateway }) => gateway)),
          arrayOf(part.map(({ id }) => boxes.get(id) ?? null)),
          arrayOf(part.map(({ project }) => project)),
          arrayOf(part.map(({ area }) => area)),
        ],
      )
    for (const { cabinetId, gatewayId, lamps: own } of feedingOf(checked, boxes)) {
      const off = own.filter(({ deviation }) => deviation !== null)
      const cause = off.length === 0 ? null : commonCause(off)
      const amounts = off.filter((lamp) => causeOf(lamp) === cause).map(({ deviation }) => deviation?.diagnosis?.amount ?? 0)
      await query(
        `insert into strategies_cabinet_night (id, tenant_id, day, cabinet_id, gateway_id, project_id, area_id, lamps, deviating, late, cause, amount)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          newId(),
          tenantId,
          date,
          cabinetId,
          gatewayId,
          own[0]?.project ?? null,
          own[0]?.area ?? null,
          own.length,
          off.length,
          medianOf(own.flatMap(({ late }) => late ?? [])),
          cause,
          Math.round(medianOf(amounts) ?? 0),
        ],
      )
    }
    for (const { classId, street, area, project, lamps: n, minutes, lowest, floor, from, to } of short)
      await query(
        `insert into strategies_shortfall (id, tenant_id, day, class_id, street_id, area_id, project_id, lamps, minutes, lowest, floor, begins, ends)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [newId(), tenantId, date, classId, street, area, project, n, minutes, lowest, floor, timeOf(from), timeOf(to)],
      )
  })
}
