import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import type { SecondPerson } from '../../../domains/control/model/second-person.ts'

const TENANT = '100001'
const TOLD = '/api/blade-strategy/workstrategy/publication/second-person'
const RIGHT = 'strategy_publication_approve'
let product: TestPlatform
let operator: ApiClient
let platform: ApiClient
let adminRole: string

const namesOf = async (client: ApiClient): Promise<string[]> =>
  (await client.get<SecondPerson>(TOLD)).data.people.map(({ name }) => name).sort()
const sql = <R extends object>(text: string, params: readonly unknown[] = []): Promise<R[]> =>
  product.platform.system.query(text, params) as unknown as Promise<R[]>

beforeAll(async () => {
  product = await testPlatform({ slices })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  platform = await product.signIn({ tenantId: '000000', account: 'admin' })
  const [role] = await sql<{ id: string }>(
    `select id::text as id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [TENANT],
  )
  adminRole = role?.id ?? ''
})
afterAll(() => product?.stop())

test('before a publication the call tells the limit and the people who may approve, as the rows of the database give them', async () => {
  await sql(`update system_param set param_value = '2' where param_key = 'strategy.approval.devices'`)
  await expect.poll(async () => (await operator.get<SecondPerson>(TOLD)).data.limit).toBe(2)
  const holders = () =>
    sql<{ id: string }>(
      `select u.id::text as id from identity_user u where u.tenant_id = $1 and not u.is_deleted and u.account <> 'operator'
         and exists (select from identity_role_menu m where m.menu_code = $2 and m.role_id = any(u.role_id))
         and not exists (select from identity_grant g where g.user_id = u.id and g.named)`,
      [TENANT, RIGHT],
    )
  const known = await namesOf(operator)
  const second = { tenantId: TENANT, account: 'second_person', password: 'Second-123' }
  expect((await platform.post('/api/blade-user/submit', { ...second, realName: '主管', roleId: adminRole })).body).toMatchObject({
    code: 200,
  })
  const { data } = await operator.get<SecondPerson>(TOLD)
  expect((await namesOf(operator)).filter((name) => !known.includes(name))).toEqual(['主管'])
  expect(data.people.map(({ id }) => id).sort()).toEqual((await holders()).map(({ id }) => id).sort())
  expect(data.others, 'the caller does not count').toBe(data.people.length)
  const admin = await product.signIn(second)
  expect(await namesOf(admin), 'nobody approves the own request').not.toContain('主管')

  // Somebody limited to an area does not see the requests of others: not named as one who may approve, and told no names.
  const area = await admin.post<{ id: string }>('/api/blade-system/area/submit', { areaName: '审批片区', areaCode: 'SP' })
  const limited = { tenantId: TENANT, account: 'second_limited', password: 'Second-123' }
  expect(
    (await admin.post('/api/blade-user/submit', { ...limited, realName: '片区主管', roleId: adminRole, areaIds: area.data.id })).body,
  ).toMatchObject({ code: 200 })
  expect(await namesOf(operator)).not.toContain('片区主管')
  const partly = await (await product.signIn(limited)).get<SecondPerson>(TOLD)
  expect(partly.data).toMatchObject({ people: [], others: data.others + 1 })
})

test('where nobody else may approve the answer says so', async () => {
  await sql('delete from identity_role_menu where menu_code = $1 and role_id in (select id from identity_role where tenant_id = $2)', [
    RIGHT,
    TENANT,
  ])
  expect((await operator.get<SecondPerson>(TOLD)).data).toMatchObject({ people: [], others: 0 })
})
