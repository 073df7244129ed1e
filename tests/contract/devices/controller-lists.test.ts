import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { AREAS, area, fillControllers, fillLamps, GRANTED, LAMPS, lamp, PROJECTS, project, TENANT } from '../demo/long-list-rows.ts'

interface Listed {
  readonly ids: string[]
  readonly total: number
}
const STATE = 'coalesce((select s.state from devices_state s where s.device_id = t.id), 5)'
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  await fillLamps(product)
  await fillControllers(product)
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
})
afterAll(() => product?.stop())

describe('lists of controllers', () => {
  const CONTROLLERS = '/api/blade-city/controller/page'
  const HIGH = `${STATE} < 4`
  const TYPE = '(select p.type from places_project p where p.id = project_id)'
  const expected = async (where: string, current: number, size: number): Promise<Listed> => {
    const rows = await product.platform.system.query<{ id: string }>(
      `select t.id from lighting_controller t where t.tenant_id = '${TENANT}' and not t.is_deleted and ${where} order by t.id desc`,
    )
    return { ids: rows.slice((current - 1) * size, current * size).map(({ id }) => id), total: rows.length }
  }
  const answered = async (client: ApiClient, query: Record<string, unknown>): Promise<Listed> => {
    const { data, code, msg } = await client.get<{ records: { id: string }[]; total: number }>(CONTROLLERS, query)
    expect(code, msg).toBe(200)
    return { ids: data.records.map(({ id }) => id), total: data.total }
  }
  beforeAll(async () => {
    const { query } = product.platform.system
    await query(`update places_project set type = 1 + id % 3 where tenant_id = '${TENANT}'`)
    // The first 200 rows hold a full page of the active ones and none of the others; the filter has no index.
    await query(`update lighting_controller set project_id = nullif(${project(0)} + id % ${PROJECTS}, ${project(0)}), area_id = ${area(0)} + id % ${AREAS},
      activated = id % ${LAMPS} > ${LAMPS / 3} where tenant_id = '${TENANT}'`)
  })

  test.each([
    [{ online: '1' }, HIGH],
    [{ online: '0' }, `not (${HIGH})`],
    [{ online_equal: '1' }, HIGH],
    [{ online: '1', currentControllerStatus: '1,5' }, `${STATE} = 1`],
    [{ activated: '1' }, 'activated'],
    [{ activated: '0' }, 'not activated'],
    [{ activated: '0', online: '1' }, `not activated and ${HIGH}`],
    [{ projectType: '1' }, `${TYPE} = 1`],
    [{ projectType: '2' }, `${TYPE} = 2`],
    [{ projectType: '7' }, 'false'],
    [{ systemType: '3' }, `${TYPE} = 3`],
    [{ systemType: '2' }, `${TYPE} is distinct from 3`],
    [{ projectType: '2', currentControllerStatus: '1' }, `${TYPE} = 2 and ${STATE} = 1`],
    [{ projectType: '2', projectId: project(1) }, `${TYPE} = 2 and project_id = ${project(1)}`],
  ])('%o has the right rows and the right total on each page, whoever asks', async (query, where) => {
    for (const [current, size] of [
      [1, 20],
      [2, 150],
      [30, 20],
      [1, 1000],
    ] as const) {
      expect(await answered(operator, { ...query, current, size }), `page ${current}`).toEqual(await expected(where, current, size))
      expect(await answered(guest, { ...query, current, size }), `page ${current}, limited`).toEqual(
        await expected(`${GRANTED} and ${where}`, current, size),
      )
    }
  })

  test('the order by another field has the right rows too', async () => {
    const listed = await answered(operator, { activated: '0', descs: 'sn', size: 50 })
    const rows = await product.platform.system.query<{ id: string }>(
      `select id from lighting_controller where tenant_id = '${TENANT}' and not is_deleted and not activated order by sn desc, id desc`,
    )
    expect(listed).toEqual({ ids: rows.slice(0, 50).map(({ id }) => id), total: rows.length })
  })
})

test('the rows of a list leave out the members of a group and their names; the answer for one group has all', async () => {
  const members = Array.from({ length: 30 }, (_, n) => lamp(2 * n + 1))
  await product.platform.system.query(`update lighting_lamp set is_deleted = false where id = any($1)`, [members])
  const made = await operator.post('/api/blade-city/statistics_group/submit', { groupName: 'Thirty', memberIds: members.join() })
  expect(made.code, made.msg).toBe(200)
  const { data } = await operator.get<{ records: Record<string, string>[] }>('/api/blade-city/statistics_group/list')
  const [row = {}] = data.records
  expect(row).toMatchObject({ groupName: 'Thirty', total: 30 })
  expect(Object.keys(row).filter((name) => name.startsWith('member'))).toEqual([])
  const whole = await operator.get<Record<string, string>>('/api/blade-city/statistics_group/detail', { id: row.id })
  expect(whole.data.memberIds).toBe(members.join())
  const [names = ''] = Object.entries(whole.data).flatMap(([name, value]) => (/^member(?!Ids$)/.test(name) ? [value] : []))
  expect(names.split(',')).toHaveLength(30)
})
