import { createHash } from 'node:crypto'
import type pg from 'pg'
import { PER_GATEWAY, PROJECT, SECRET, TENANT } from './lamps.ts'

const TRASH = 19

/** Inserts trash bins behind gateways of forty, in one project, with serial numbers and ids like those of `fillLamps`. Each has reported once. */
export const fillBins = async (client: pg.Client, bins: number): Promise<void> => {
  const gateways = bins / PER_GATEWAY
  const gateway = `7300000000000000000 + n / ${PER_GATEWAY}`
  const hash = createHash('sha256').update(SECRET).digest('hex')
  const each = async (sql: string): Promise<void> => void (await client.query(sql))
  await each(`insert into places_project (id, tenant_id, name, type, sort) values (${PROJECT}, '${TENANT}', 'Bench', 2, 1)`)
  await each(`insert into devices_gateway (id, tenant_id, sn, status, online, children)
    select 7300000000000000000 + n, '${TENANT}', 'BG' || n, 1, false, ${PER_GATEWAY} from generate_series(0, ${gateways - 1}) n`)
  await each(`insert into devices_credential (gateway_id, hash)
    select 7300000000000000000 + n, 'sha256:${hash}' from generate_series(0, ${gateways - 1}) n`)
  await each(`insert into environment_trash (id, tenant_id, sn, name, activated, project_id, gateway_id)
    select 7100000000000000000 + n, '${TENANT}', 'BC' || n, 'bin ' || n, true, ${PROJECT}, ${gateway} from generate_series(0, ${bins - 1}) n`)
  await each(`insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name)
    select 'BC' || n, 7100000000000000000 + n, '${TENANT}', ${gateway}, 'BG' || n / ${PER_GATEWAY}, ${TRASH}, 'bin ' || n from generate_series(0, ${bins - 1}) n`)
  await each(`update devices_state set reported_at = now(), received_at = now(), online = true, state = 1,
    faults = case when device_id % 100 = 0 then '{highTemperature}'::text[] else faults end`)
  await each(`update devices_latest set v = array[(device_id % 100)::float8, 0, 21.5, 3.9, 100, 15, 80],
    texts = case when device_id % 10 = 0 then '{"version":"1.5"}' else '{"version":"1.4"}' end::jsonb`)
  await each('vacuum full devices_state, devices_latest')
  await each('vacuum analyze')
}

/** Sets one parameter for every bin. One bin in a hundred reports a value that differs from the wanted one. */
export const fillParams = async (client: pg.Client): Promise<void> => {
  const each = async (sql: string): Promise<void> => void (await client.query(sql))
  await each(`insert into control_value (id, tenant_id, family, hash, value) values
    (1, '${TENANT}', 'timeOffset', 'wanted', '{"onOffset":10,"offOffset":-5}'), (2, '${TENANT}', 'timeOffset', 'other', '{"onOffset":0,"offOffset":0}')`)
  await each(`insert into control_param (device_id, family, tenant_id, wanted_id, wanted_gen, wanted_at, observed_gen, reported_id, reported_at, status, drift)
    select device_id, 'timeOffset', '${TENANT}', 1, 1, now(), 1, case when device_id % 100 = 0 then 2 else 1 end, now(), case when device_id % 100 = 0 then 6 else 2 end,
      device_id % 100 = 0 from devices_registry where type = ${TRASH}`)
  await each('vacuum analyze control_param, control_value')
}
