import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { must, ownRows } from './own-rows.ts'

/** Repair staff, who see their own areas: they dim one lamp at a time and replace devices (docs/adr/0029). */
const TENANT = '100001'
const CITY = '/api/blade-city'
const SUN = '/api/blade-sun/device'
const REPLACE = '/api/blade-device/deviceManage/replaceElectronics'
const NO_RIGHT = '没有该操作的权限'
const ONE_ONLY = '您的角色一次只能操作一盏灯或一台设备，请只选择一个'
let product: TestPlatform
let chief: ApiClient
let maintainer: ApiClient
let client: MqttClient
let own: Awaited<ReturnType<typeof ownRows>>
/** A second lamp of the maintainer's area, and one of another area. */
let second: { controller: string; lamp: string }
let west: { controller: string; lamp: string }
let westArea = ''
let solar: readonly string[] = []
const people: Record<string, ApiClient> = {}
const commands: Command[] = []

const roleId = async (alias: string): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    [TENANT, alias],
  )
  return String(row?.id)
}
const person = async (account: string, alias: string, areaIds = ''): Promise<ApiClient> => {
  const who = { tenantId: TENANT, account, password: 'Repair-12' }
  const by = ['admin', 'sales'].includes(alias) ? await product.signIn() : chief
  await must(by, '/api/blade-user/submit', { ...who, realName: account, roleId: await roleId(alias), ...(areaIds && { areaIds }) })
  return product.signIn(who)
}
const lampAt = async (name: string, place: object, gatewayId: string) => {
  const controller = await must(chief, `${CITY}/controller`, { sn: `LC-${name}`, gatewayId, ...place })
  return { controller, lamp: await must(chief, `${CITY}/lamp/submit`, { name, sn: `L-${name}`, lampControlId: controller, ...place }) }
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', COMMAND_RESEND_SECONDS: '1' } })
  chief = await person('repair_chief', 'admin')
  own = await ownRows(chief)
  westArea = await must(chief, '/api/blade-system/area/submit', { areaName: '西片', areaCode: 'WEST' })
  second = await lampAt('SECOND', { projectId: own.project, areaId: own.area }, own.gateway)
  west = await lampAt('WEST', { projectId: own.project, areaId: westArea }, own.gateway)
  solar = await Promise.all(
    ['SUN-1', 'SUN-2'].map((sn) => must(chief, `${SUN}/submit`, { sn, gatewayId: own.gateway, projectId: own.project, areaId: own.area })),
  )
  maintainer = await person('repair_east', 'maintainer', own.area)
  people.areaManager = await person('repair_manager', 'areaManager', own.area)
  people.guest = await person('repair_guest', 'guest')
  people.sales = await person('repair_sales', 'sales')
  const secret = await product.platform.port(gatewaysPort).issueSecret('GW-EAST')
  client = await connectAsync(product.broker.url, { clientId: 'GW-EAST', username: 'GW-EAST', password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => {
    const message = JSON.parse(payload.toString()) as Command
    commands.push(message)
    for (const sn of message.sns)
      void client.publishAsync(
        'll/1/GW-EAST/up/ack',
        JSON.stringify([{ id: message.id, sn, ok: true, code: 'ok', at: Date.now(), p: { dim: 40, on: true } }]),
        { qos: 1 },
      )
  })
  await client.subscribeAsync('ll/1/GW-EAST/down/command', { qos: 1 })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const order = (selector: object) => ({ command: 'dim', level: 40, duration: 600, selector })
const COMMAND = `${CITY}/controller/batch/command`
const LUM = `${CITY}/controller/batch/manual/switch-lum`
const lum = (controllerIds: readonly string[]) => ({ controllerIds, dimType: 1, dimValue: 40, duration: 60 })

describe('a maintainer dims', () => {
  test('one lamp of the own area: the command reaches the ledger and the device', async () => {
    for (const [path, body] of [
      [`${COMMAND}/preview`, order({ lampIds: [own.lamp] })],
      [`${CITY}/lamp/dim`, { ids: [own.lamp], level: 40, duration: 60 }],
      [LUM, lum([own.controller])],
      [`${CITY}/controller/batch/openlamp`, { controllerIds: own.controller, openStatus: 1, openPower: 40, len1: 5 }],
    ] as const) {
      const answer = await maintainer.post(path, body)
      expect([path, answer.code, answer.msg]).toEqual([path, 200, answer.msg])
    }
    const { data, msg } = await maintainer.post<{ batchId: string; total: number }>(COMMAND, order({ controllerIds: [own.controller] }))
    expect(data, msg).toMatchObject({ total: 1 })
    const rows = await eventually(async () => {
      const { data: found } = await maintainer.get<{ records: { sn: string; rung: number }[] }>(`${CITY}/commandrecord/executeStatus`, {
        commandRecordId: data.batchId,
      })
      expect(found.records[0]?.rung).toBeGreaterThan(1)
      return found.records
    }, 20_000)
    expect(rows).toMatchObject([{ sn: 'LC-EAST' }])
    expect(commands.find(({ id }) => id === data.batchId)).toMatchObject({ cmd: 'dim', args: { level: 40 }, sns: ['LC-EAST'] })
  })

  test('several lamps, groups, areas, streets, projects and filters are refused with the reason', async () => {
    for (const selector of [
      { lampIds: [own.lamp, second.lamp] },
      { controllerIds: [own.controller, second.controller] },
      { groupId: own.group },
      { areaId: own.area },
      { streetId: own.street },
      { projectId: own.project },
      { filter: { sn: 'L-EAST' } },
      { controllerFilter: { sn: 'LC-EAST' } },
    ])
      for (const path of [COMMAND, `${COMMAND}/preview`])
        expect([path, selector, (await maintainer.post(path, order(selector))).body]).toMatchObject([
          path,
          selector,
          { code: 400, msg: ONE_ONLY },
        ])
    for (const [path, body] of [
      [`${CITY}/lamp/dim`, { ids: [own.lamp, second.lamp], level: 40, duration: 60 }],
      [`${CITY}/lamp/dim`, { filter: { sn: 'L-EAST' }, level: 40, duration: 60 }],
      [LUM, lum([own.controller, second.controller])],
      [`${CITY}/controller/batch/openlamp`, { controllerIds: [own.controller, second.controller], openPower: 40 }],
      [`${CITY}/controller/group/remotecontrol`, { groupId: own.group, command: 'dim', level: 40 }],
    ] as const)
      expect([path, (await maintainer.post(path, body)).body]).toMatchObject([path, { code: 400, msg: ONE_ONLY }])
    // Switching was and is open to them, also for several.
    const both = { command: 'off', duration: 60, selector: { lampIds: [own.lamp, second.lamp] } }
    expect((await maintainer.post(COMMAND, both)).code).toBe(200)
  })

  test('no lamp of another area or tenant', async () => {
    const other = await product.signIn()
    const foreign = { controller: await must(other, `${CITY}/controller`, { sn: 'LC-ABROAD' }), lamp: '' }
    foreign.lamp = await must(other, `${CITY}/lamp/submit`, { name: '外', sn: 'L-ABROAD', lampControlId: foreign.controller })
    for (const { controller, lamp } of [west, foreign]) {
      expect((await maintainer.post<{ lamps: number }>(`${COMMAND}/preview`, order({ controllerIds: [controller] }))).data.lamps).toBe(0)
      for (const [path, body] of [
        [COMMAND, order({ controllerIds: [controller] })],
        [COMMAND, order({ lampIds: [lamp] })],
        [`${CITY}/lamp/dim`, { ids: [lamp], level: 40, duration: 60 }],
        [LUM, lum([controller])],
      ] as const)
        expect([path, (await maintainer.post(path, body)).code]).toEqual([path, 400])
    }
    expect(commands.some(({ sns }) => sns.includes('LC-WEST'))).toBe(false)
  })

  test('one solar lamp, and releases it; several are refused', async () => {
    const [one = '', other = ''] = solar
    const dim = { level: 40, until: new Date(Date.now() + 3_600_000).toISOString() }
    expect((await maintainer.post('/api/blade-device/command/preview', { deviceType: 7, cmd: 'dim', ids: [one] })).code).toBe(200)
    const sent = await maintainer.post<{ total: number }>(`${SUN}/dim`, { ids: [one], ...dim })
    expect(sent.data, sent.msg).toMatchObject({ total: 1 })
    expect((await maintainer.post(`${SUN}/release`, { ids: [one] })).code).toBe(200)
    expect((await maintainer.post(`${SUN}/dim`, { ids: [one, other], ...dim })).msg).toBe(ONE_ONLY)
    expect((await maintainer.post(`${SUN}/dim`, { filter: { all: '1' }, ...dim })).msg).toBe(ONE_ONLY)
    expect((await maintainer.post('/api/blade-device/command/preview', { deviceType: 7, cmd: 'dim', ids: [one, other] })).msg).toBe(
      ONE_ONLY,
    )
    expect((await maintainer.post(`${SUN}/reboot`, { ids: [one] })).msg).toBe(NO_RIGHT)
  })

  test('area managers and guests still cannot', async () => {
    for (const who of ['areaManager', 'guest', 'sales'])
      for (const [path, body] of [
        [COMMAND, order({ lampIds: [own.lamp] })],
        [`${CITY}/lamp/dim`, { ids: [own.lamp], level: 40, duration: 60 }],
        [LUM, lum([own.controller])],
        [REPLACE, { faultSn: 'LC-EAST', newSn: 'LC-NOBODY' }],
      ] as const)
        expect([who, path, (await people[who]?.post(path, body))?.msg]).toEqual([who, path, NO_RIGHT])
  })
})

describe('a maintainer replaces', () => {
  const snOf = async (): Promise<unknown> =>
    (await chief.get<{ lampControlSn: string }>(`${CITY}/lamp/detail`, { id: own.lamp })).data.lampControlSn

  test('a device of the own area by a new serial number, also behind a gateway of another area, and undoes it', async () => {
    const away = await must(chief, '/api/blade-device/gateway/submit', { sn: 'GW-AWAY', areaId: westArea })
    const moved = await chief.put(`${CITY}/controller`, { id: own.controller, gatewayId: away })
    expect(moved.code, moved.msg).toBe(200)
    const made = await maintainer.post<{ id: string; deviceId: string }>(REPLACE, { faultSn: 'LC-EAST', newSn: 'LC-NEW' })
    expect(made.code, made.msg).toBe(200)
    expect(await snOf()).toBe('LC-NEW')
    const row = (await chief.get<Record<string, unknown>>(`/api/blade-device/device/${made.data.deviceId}`)).data
    expect(row).toMatchObject({ sn: 'LC-NEW', gatewayId: away, areaId: own.area })
    const undone = await maintainer.post(`${REPLACE}/undo`, { id: made.data.id })
    expect(undone.code, undone.msg).toBe(200)
    expect(await snOf()).toBe('LC-EAST')
  })

  test('by a spare without a place, or one of the own area; not by one of another place', async () => {
    await must(chief, `${CITY}/controller`, { sn: 'LC-SPARE' })
    await must(chief, `${CITY}/controller`, { sn: 'LC-NEAR', areaId: own.area })
    await must(chief, `${CITY}/controller`, { sn: 'LC-FAR', areaId: westArea })
    await must(chief, `${CITY}/controller`, { sn: 'LC-PLANNED', projectId: own.project })
    await must(chief, `${CITY}/controller`, { sn: 'LC-HUNG', gatewayId: own.gateway })
    for (const newSn of ['LC-FAR', 'LC-PLANNED', 'LC-HUNG', 'LC-WEST'])
      expect([newSn, (await maintainer.post(REPLACE, { faultSn: 'LC-EAST', newSn })).body]).toMatchObject([newSn, { field: 'newSn' }])
    for (const newSn of ['LC-SPARE', 'LC-NEAR']) {
      const made = await maintainer.post<{ id: string }>(REPLACE, { faultSn: 'LC-EAST', newSn })
      expect([newSn, made.code, made.msg]).toEqual([newSn, 200, made.msg])
      expect(await snOf()).toBe(newSn)
      expect((await maintainer.post(`${REPLACE}/undo`, { id: made.data.id })).code).toBe(200)
    }
    // In use elsewhere in the own area.
    expect((await maintainer.post(REPLACE, { faultSn: 'LC-EAST', newSn: 'LC-SECOND' })).body).toMatchObject({ code: 400, field: 'newSn' })
  })

  test('nothing in another area or tenant, and undoes nothing there', async () => {
    expect((await maintainer.post(REPLACE, { faultSn: 'LC-WEST', newSn: 'LC-OTHER' })).body).toMatchObject({ code: 400, field: 'faultSn' })
    const made = await chief.post<{ id: string }>(REPLACE, { faultSn: 'LC-WEST', newSn: 'LC-WEST-2' })
    expect(made.code, made.msg).toBe(200)
    expect((await maintainer.post(`${REPLACE}/undo`, { id: made.data.id })).body).toMatchObject({ code: 400, field: 'faultSn' })
    const other = await product.signIn()
    await must(other, `${CITY}/controller`, { sn: 'LC-FOREIGN' })
    expect((await maintainer.post(REPLACE, { faultSn: 'LC-FOREIGN', newSn: 'LC-OTHER' })).body).toMatchObject({ field: 'faultSn' })
    const theirs = await other.post<{ id: string }>(REPLACE, { faultSn: 'LC-FOREIGN', newSn: 'LC-FOREIGN-2' })
    expect((await maintainer.post(`${REPLACE}/undo`, { id: theirs.data.id })).code).toBe(400)
  })

  test('without any other change of devices', async () => {
    for (const answer of [
      await maintainer.put(`${CITY}/controller`, { id: own.controller, name: '改名' }),
      await maintainer.post(`${CITY}/controller`, { sn: 'LC-MORE' }),
      await maintainer.post(`${CITY}/lamp/submit`, { id: own.lamp, name: '改名' }),
      await maintainer.post('/api/blade-device/deviceManage/uninstall', { ids: own.controller, reason: '拆' }),
      await maintainer.post('/api/blade-device/deviceManage/bind', { gatewayId: own.gateway, sns: 'LC-EAST' }),
    ])
      expect(answer.msg).toBe(NO_RIGHT)
  })

  test('the right to edit is not the right to replace, and the list of rights names it in both languages', async () => {
    interface Node {
      readonly id: string
      readonly code: string
      readonly title: string
      readonly remark?: string
      readonly children?: readonly Node[]
    }
    const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const tree = async (lang: string) =>
      flat(
        (await chief.get<{ menu: readonly Node[] }>('/api/blade-system/menu/grant-tree', { parts: 'menu' }, { 'accept-language': lang }))
          .data.menu,
      )
    const zh = await tree('zh-CN')
    const named = (nodes: readonly Node[]): readonly string[] =>
      ['lamp_dim_one', 'solar_lamp_one', 'device_replace'].map((code) => nodes.find((node) => node.code === code)?.title ?? '')
    expect(named(zh)).toEqual(['单灯调光', '单灯控制', '更换设备'])
    expect(named(await tree('en-US'))).toEqual(['Dim one lamp', 'Control one lamp', 'Replace devices'])
    const editor = await must(chief, '/api/blade-system/role/submit', { roleName: '编辑', roleAlias: 'editor', sort: 60 })
    const menuIds = zh.filter(({ code }) => ['controller_view', 'controller_edit', 'controller_add'].includes(code)).map(({ id }) => id)
    expect((await chief.post('/api/blade-system/role/grant', { roleIds: [editor], menuIds })).code).toBe(200)
    const who = { tenantId: TENANT, account: 'repair_editor', password: 'Repair-12' }
    await must(chief, '/api/blade-user/submit', { ...who, realName: '编辑', roleId: editor })
    const client = await product.signIn(who)
    expect((await client.put(`${CITY}/controller`, { id: own.controller, name: '改名' })).code).toBe(200)
    expect((await client.post(REPLACE, { faultSn: 'LC-EAST', newSn: 'LC-9' })).msg).toBe(NO_RIGHT)
  })
})
