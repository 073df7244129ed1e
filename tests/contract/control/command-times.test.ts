import type { TimeOptions } from '@lamplight/fields/model'
import { actionPermission, type ResourceDefinition } from '@lamplight/kit'
import { type ApiClient, insertRow, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { knownRows } from '../api/known-rows.ts'
import { must } from '../api/own-rows.ts'

// Times in the input of actions: texts without a zone are times of the tenant's zone, which is not the zone of the server.
const TENANT = '100001'
const ZONE = 'America/Sao_Paulo'
const HOURS_BEHIND = 3

interface TimedAction {
  readonly resource: ResourceDefinition
  readonly action: string
  readonly field: string
  readonly ahead: boolean
  readonly command: string | undefined
  readonly path: string
}
let product: TestPlatform
let client: ApiClient
let rowOf: (resource: string) => string

const timedActions = (): TimedAction[] =>
  [...product.registry.resources.values()].flatMap(({ resource }) =>
    Object.entries(resource.actions ?? {}).flatMap(([action, { input = {}, path, command, transition }]) =>
      Object.entries(input).flatMap(([field, { kind, options }]) =>
        kind === 'time' && !transition
          ? [
              {
                resource,
                action,
                field,
                command,
                ahead: (options as TimeOptions).ahead === true,
                path: `/api/${resource.api.base}/${path ?? action}`,
              },
            ]
          : [],
      ),
    ),
  )
const bodyOf = ({ resource, action }: TimedAction, more: object): object => {
  const others = Object.entries(resource.actions?.[action]?.input ?? {}).filter(([, { options }]) => options.required)
  return { ids: rowOf(resource.name), ...Object.fromEntries(others.map(([name, { kind }]) => [name, kind === 'flag' ? 1 : 50])), ...more }
}
const send = (timed: TimedAction, text: unknown) => client.post<{ batchId: string }>(timed.path, bodyOf(timed, { [timed.field]: text }))
const argsOf = async (batchId: string): Promise<Record<string, unknown>> => {
  const [row] = await product.platform.system.query<{ args: string }>('select args from control_batch where id = $1', [batchId])
  return JSON.parse(row?.args ?? '{}')
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  const { system } = product.platform
  await system.query('update identity_tenant set zone = $2 where tenant_id = $1', [TENANT, ZONE])
  const roleId = await insertRow(product, TENANT, 'identity_role', { role_name: '校时', role_alias: 'times', sort: 9 })
  await system.query(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where not is_deleted on conflict do nothing',
    [roleId, TENANT],
  )
  const who = { tenantId: TENANT, account: 'times_user', password: 'Times-123' }
  await must(await product.signIn(), '/api/blade-user/submit', { ...who, realName: '校时', roleId })
  client = await product.signIn(who)
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const known = await knownRows(product, TENANT, operator, [...new Set(timedActions().map(({ resource }) => resource.name))])
  rowOf = known.row
})
afterAll(() => product?.stop())

test('a time without a zone in a command is a time of the tenant, for every action with a time', async () => {
  const found = timedActions()
  expect(found.map(({ resource, action }) => `${resource.name}.${action}`)).toEqual(
    expect.arrayContaining(['lighting.controller.setClock', 'solar.lamp.dim', 'solar.lamp.switch']),
  )
  for (const timed of found) {
    const named = `${timed.resource.name}.${timed.action} (${actionPermission(timed.resource, timed.action)})`
    const year = timed.ahead ? 2036 : 2026
    const { code, msg, data } = await send(timed, `${year}-06-01 12:00:00`)
    expect([code, named, msg]).toEqual([200, named, expect.any(String)])
    expect((await argsOf(data.batchId))[timed.field], named).toBe(Date.UTC(year, 5, 1, 12 + HOURS_BEHIND))
    const offset = await send(timed, `${year}-06-01T12:00:00+08:00`)
    expect((await argsOf(offset.data.batchId))[timed.field], named).toBe(Date.UTC(year, 5, 1, 4))
  }
})

test('a time that the calendar does not have, and one that makes no sense in a command, are refused by the name of the field', async () => {
  for (const timed of timedActions())
    for (const text of [
      '2026-02-31 00:00:00',
      '2026-13-01 00:00:00',
      '2026-06',
      'nope',
      '2026-06-01 25:00:00',
      1_780_000_000_000,
      true,
      ['2026-06-01'],
      '1970-01-01 00:00:00',
      '1999-06-01 00:00:00',
      '2100-06-01 00:00:00',
      '9999-12-31 23:59:59',
      ...(timed.ahead ? ['2026-06-01 12:00:00'] : []),
    ]) {
      const answer = await send(timed, text)
      expect([timed.path, text, answer.status, answer.body.field ?? answer.msg]).toEqual([timed.path, text, 400, timed.field])
    }
})

test('the simple command of the catalogue reads times in the same way', async () => {
  const simple = (value: unknown) =>
    client.post<{ batchId: string }>('/api/blade-city/controller/batch/set/simplecommand', {
      controllerIds: rowOf('lighting.controller'),
      data: { cmd: 3, value },
    })
  expect(await argsOf((await simple('2026-06-01 12:00:00')).data.batchId)).toEqual({ time: Date.UTC(2026, 5, 1, 12 + HOURS_BEHIND) })
  for (const value of ['2026-02-31 00:00:00', '1970-01-01 00:00:00', 'nope'])
    expect((await simple(value)).body, value).toMatchObject({ code: 400, field: 'value' })
})
