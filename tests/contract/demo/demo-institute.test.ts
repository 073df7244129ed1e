import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { checkDue } from '../../../domains/strategies/server/night/night.task.ts'

let product: TestPlatform
beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '1000', DEMO_DEVICES: '1', DEMO_NIGHTS: '4', DEMO_STRATEGIES: '1' },
  })
}, 180_000)
afterAll(() => product?.stop())

test('the night check of the demo judges the lamps of the institute, which reported all night', async () => {
  await checkDue(product.platform)
  const rows = await product.platform.system.query<{ lamps: number; silent: number; unheard: number }>(
    `select n.lamps, n.silent, (select count(*)::int from strategies_device d where d.tenant_id = n.tenant_id and d.calendar_id is not null
         and not exists (select from devices_telemetry t where t.tenant_id = d.tenant_id and t.device_id = d.device_id
           and t.at > (n.day::date + 1)::timestamp at time zone 'Asia/Shanghai' + interval '8 hours')) as unheard
     from strategies_night n where n.day = (select max(day) from strategies_night where tenant_id = n.tenant_id) order by n.tenant_id`,
  )
  expect(rows.length).toBeGreaterThan(1)
  const institute = await product.platform.system.query<{ tenant: string; lamps: number }>(
    `select c.tenant_id as tenant, count(*)::int as lamps from lighting_controllers c join places_projects p on p.id = c.project_id
     where p.type = 4 and not c.is_deleted group by c.tenant_id`,
  )
  expect(institute.length).toBeGreaterThan(1)
  // Second count: lamps without a reading after the night. Those of the institute are not among the silent ones.
  for (const { silent, unheard } of rows) expect(Math.abs(silent - unheard), JSON.stringify(rows)).toBeLessThan(10)
})
