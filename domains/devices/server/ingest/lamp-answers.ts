import { arrayOf, type Query } from '@lamplight/server-kit'
import { answeredProperties, controllerType } from '../../model/index.ts'
import type { Reading } from './sort-messages.ts'

const NAMES = Object.keys(answeredProperties) as (keyof typeof answeredProperties)[]

/** Returns the readings with answers to commands such as readClock. They are few, so that storing readings stays one statement. */
export const lampAnswers = (readings: readonly Reading[]): Reading[] =>
  readings.filter(({ p }) => NAMES.some((name) => p[name] !== undefined))

/** SQL of the entries of a new object whose answers are not older than the stored ones. */
const laterOf = (column: string): string => `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each(excluded.${column}) e
  where coalesce((l.text_times ->> e.key)::float8, '-infinity') <= (excluded.text_times ->> e.key)::float8), '{}')`

/** Stores the answers of lamp controllers to commands such as readClock as their latest values. The answer with the latest time counts. */
export const storeLampAnswers = async (query: Query, readings: readonly Reading[]): Promise<void> => {
  const latest = new Map<string, { texts: Record<string, unknown>; times: Record<string, number> }>()
  for (const { child, at, p } of [...readings].sort((a, b) => a.at - b.at)) {
    const names = NAMES.filter((name) => p[name] !== undefined)
    const before = latest.get(child.deviceId)
    latest.set(child.deviceId, {
      texts: { ...before?.texts, ...Object.fromEntries(names.map((name) => [name, p[name]])) },
      times: { ...before?.times, ...Object.fromEntries(names.map((name) => [name, at])) },
    })
  }
  await query(
    `insert into devices_latest as l (device_id, type, tenant_id, texts, text_times)
     select r.device_id, r.type, r.tenant_id, a.texts::jsonb, a.times::jsonb from unnest($1::bigint[], $2::text[], $3::text[]) as a (id, texts, times)
     join devices_registry r on r.device_id = a.id and r.type = ${controllerType.code} order by r.device_id
     on conflict (device_id) do update set texts = l.texts || ${laterOf('texts')}, text_times = l.text_times || ${laterOf('text_times')}`,
    [
      arrayOf([...latest.keys()]),
      arrayOf([...latest.values()].map(({ texts }) => JSON.stringify(texts))),
      arrayOf([...latest.values()].map(({ times }) => JSON.stringify(times))),
    ],
  )
}
