import { arrayOf, type Query } from '@lamplight/server-kit'
import { answeredProperties, controllerType } from '../model/index.ts'
import type { Reading } from './sort-messages.ts'

const NAMES = Object.keys(answeredProperties) as (keyof typeof answeredProperties)[]

/** Returns the readings with answers to commands such as readClock. They are few, so that storing readings stays one statement. */
export const lampAnswers = (readings: readonly Reading[]): Reading[] =>
  readings.filter(({ p }) => NAMES.some((name) => p[name] !== undefined))

/** Stores the answers of lamp controllers to commands such as readClock as their latest values. A later answer replaces an earlier one. */
export const storeLampAnswers = async (query: Query, readings: readonly Reading[]): Promise<void> => {
  const latest = new Map<string, Record<string, unknown>>()
  for (const { child, p } of [...readings].sort((a, b) => a.at - b.at)) {
    const told = Object.fromEntries(NAMES.flatMap((name) => (p[name] === undefined ? [] : [[name, p[name]]])))
    latest.set(child.deviceId, { ...latest.get(child.deviceId), ...told })
  }
  await query(
    `insert into devices_latest as l (device_id, type, tenant_id, texts)
     select r.device_id, r.type, r.tenant_id, a.texts::jsonb from unnest($1::bigint[], $2::text[]) as a (id, texts)
     join devices_registry r on r.device_id = a.id and r.type = ${controllerType.code} order by r.device_id
     on conflict (device_id) do update set texts = l.texts || excluded.texts`,
    [arrayOf([...latest.keys()]), arrayOf([...latest.values()].map((texts) => JSON.stringify(texts)))],
  )
}
