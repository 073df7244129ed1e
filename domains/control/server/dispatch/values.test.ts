import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/test-world.ts'
import { dropUnusedValues } from './values.task.ts'

const TENANT = '000000'
const [WANTED, REPORTED, BOTH, UNUSED, LOCKED, WAVED] = ['11', '12', '13', '14', '15', '16']

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.stop())

test('values that no device wants or reports are deleted, unless a transaction holds their row or a wave sets them', async () => {
  const { system } = world.platform
  const left = async (): Promise<string[]> =>
    (await system.query<{ id: string }>('select id::text as id from control_value order by id')).map(({ id }) => id)
  await system.query(
    `insert into control_value (id, tenant_id, family, hash, value) select id, $2, 'angle', id::text, '{}' from unnest($1::bigint[]) id`,
    [[WANTED, REPORTED, BOTH, UNUSED, LOCKED, WAVED], TENANT],
  )
  await system.query(
    `insert into control_param (device_id, family, tenant_id, wanted_id, reported_id, status)
     values (1, 'angle', $1, $2, $4, 2), (2, 'angle', $1, null, $3, 7), (3, 'angle', $1, $4, null, 0)`,
    [TENANT, WANTED, REPORTED, BOTH],
  )
  await system.query(
    `insert into control_wave (batch_id, tenant_id, family, value_id, gateways, first, rest, state) values (1, $1, 'angle', $2, '{}', 1, 9, 0)`,
    [TENANT, WAVED],
  )
  await system.tx(async (query) => {
    await query('update control_value set hash = hash where id = $1', [LOCKED])
    expect(await dropUnusedValues(world.platform)).toBe(1)
    await query('update control_param set wanted_id = $1 where device_id = 3', [LOCKED])
  })
  expect(await left()).toEqual([WANTED, REPORTED, BOTH, LOCKED, WAVED])
  await system.query('delete from control_param where device_id <> 2')
  await system.query('delete from control_wave')
  expect(await dropUnusedValues(world.platform)).toBe(4)
  expect(await left()).toEqual([REPORTED])
})
