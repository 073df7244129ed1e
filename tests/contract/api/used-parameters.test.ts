import { addUser } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringWorld, answeringWorld, TENANT } from '../strategies/linkage-world.ts'

// Each parameter that a call accepts has an effect, and each stored value is used.
type Row = Readonly<Record<string, unknown>>
interface Listed {
  readonly records: readonly Row[]
  readonly total: number
}
let world: AnsweringWorld
const get = async <D>(path: string, query: Record<string, unknown> = {}): Promise<D> => {
  const answer = await world.operator.get<D>(path, query)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data
}
const list = async (path: string, query: Record<string, unknown> = {}): Promise<readonly Row[]> => (await get<Listed>(path, query)).records
const post = async <D>(path: string, body: object): Promise<D> => {
  const answer = await world.operator.post<D>(path, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data
}
const controller = (sn: string): Promise<string> => world.made('/api/blade-city/controller', { sn, name: sn, gatewayId: world.gatewayId })
const solar = (sn: string): Promise<string> => world.made('/api/blade-sun/device/submit', { sn, name: sn, gatewayId: world.gatewayId })
const strategy = (name: string, more: object = {}): Promise<string> =>
  world.made('/api/blade-strategy/workstrategy/normal', {
    name,
    ...more,
    entries: [
      { trigger: 2, offset: 0, level: 80 },
      { trigger: 3, offset: 0, level: 0 },
    ],
  })
const strategyOf = async (deviceId: string): Promise<string | null> => {
  const [row] = await world.product.platform.system.query<{ id: string | null }>(
    'select normal_id::text as id from strategies_device where device_id = $1',
    [deviceId],
  )
  return row?.id ?? null
}

beforeAll(async () => {
  world = await answeringWorld('GW-USED', () => ({}))
})
afterAll(() => world?.stop())

test('alarm/config/send: devType must be that of the configurations, and a group must have devices of it', async () => {
  const limit = { devType: 4, property: 'power', operator: 1, value: 200, alarmType: 3, severity: 3 }
  const config = await world.made('/api/blade-alarm/alarm/config/submit', { name: '功率', ...limit })
  const lamp = await controller('AC-1')
  const bins = await world.made('/api/blade-city/device_group', { groupName: '垃圾桶', devType: 19 })
  const send = '/api/blade-alarm/alarm/config/send'
  await world.refused(send, { alarmConfigIds: config, devIds: lamp, devType: 19 }, 'devType')
  await world.refused(send, { alarmConfigIds: config, groupId: bins }, 'groupId')
  expect(await get('/api/blade-alarm/alarm/config/detail', { id: config })).toMatchObject({ groupId: '' })
  await post(send, { alarmConfigIds: config, devIds: lamp, devType: 4 })
  expect(await get('/api/blade-alarm/alarm/config/detail', { id: config })).toMatchObject({ deviceIds: lamp })
})

test('alarm/config/send sends the limit to devices that can hold it, as a change of that limit alone; other limits stay with the platform', async () => {
  const limit = (name: string, more: object) =>
    world.made('/api/blade-alarm/alarm/config/submit', { name, devType: 4, operator: 1, alarmType: 3, severity: 3, ...more })
  const lamp = await controller('HL-1')
  await post('/api/blade-city/controller/batch/set/baseconfig', {
    controllerIds: lamp,
    reportInterval: 600,
    heartbeat: 120,
    timezone: 480,
    underVoltage: 170,
    overVoltage: 260,
    overCurrent: 5,
    powerOnLevel: 90,
  })
  const over = await limit('过压', { property: 'voltage', value: 251 })
  const power = await limit('超功率', { property: 'power', value: 200 })
  const send = (alarmConfigIds: string) => post('/api/blade-alarm/alarm/config/send', { alarmConfigIds, devIds: lamp, devType: 4 })
  expect(await send(over)).toEqual({ count: 1, sent: 1 })
  expect(await send(power)).toEqual({ count: 1, sent: 0 })
  const [wanted] = await world.product.platform.system.query<{ value: object }>(
    `select v.value from control_param p join control_value v on v.id = p.wanted_id where p.device_id = $1 and p.family = 'baseConfig'`,
    [lamp],
  )
  expect(wanted?.value).toMatchObject({ reportInterval: 600, underVoltage: 170, overVoltage: 251, powerOnLevel: 90 })
  const outside = await limit('越界', { property: 'voltage', value: 9000 })
  await world.refused('/api/blade-alarm/alarm/config/send', { alarmConfigIds: outside, devIds: lamp }, 'alarmConfigIds')
})

test('alarm/dispose takes ids, dispose and remark: a result that is left out counts as resolved', async () => {
  const { query } = world.product.platform.system
  const id = world.product.platform.newId()
  await query(
    `insert into alarms_alarm (id, tenant_id, alarm_type, sub_alarm_type, severity, device_id, device_type, sn, began_at, last_began, present, count, dispose)
     values ($1, $2, 2, 1, 2, 1, 4, 'DISPOSED', now(), now(), true, 1, 0)`,
    [id, TENANT],
  )
  await post('/api/blade-alarm/alarm/dispose', { ids: id, dispose: 1, remark: '已换灯' })
  expect(await get('/api/blade-alarm/alarm/detail', { id })).toMatchObject({ dispose: 1, result: 1, remark: '已换灯' })
})

test('concentrator/unbind/lamps refuses a lamp of another tenant', async () => {
  const concentratorId = await world.made('/api/blade-city/concentrator/submit', { sn: 'CONC-1', name: '集控' })
  const own = await world.made('/api/blade-city/lamp/submit', { sn: 'UL-1', name: '灯' })
  const foreign = (await world.other.post<{ id: string }>('/api/blade-city/lamp/submit', { sn: 'UL-2', name: '别家' })).data.id
  await post('/api/blade-city/concentrator/bind/lamps', { concentratorId, lampIds: own })
  const unbind = '/api/blade-city/concentrator/unbind/lamps'
  await world.refused(unbind, { concentratorId, lampIds: foreign }, 'lampIds')
  await world.refused(unbind, { concentratorId, lampIds: `${own},${foreign}` }, 'lampIds')
  expect(await post(unbind, { concentratorId, lampIds: own })).toEqual({ count: 1 })
})

test('an instance takes solar lamps among its devices: they get the strategy, also when it is saved again as it was read', async () => {
  const [lamp, sun] = [await controller('IN-LAMP'), await solar('IN-SUN')]
  const strategyId = await strategy('实例策略')
  const path = '/api/blade-sun/workstrategyinstance'
  const id = await world.made(`${path}/submit`, { name: '太阳能实例', strategyId, deviceIds: `${sun},${lamp}` })
  const stored = await get<Row>(`${path}/detail`, { id })
  expect(stored).toMatchObject({ deviceIds: lamp, solarIds: sun })
  expect([await strategyOf(lamp), await strategyOf(sun)]).toEqual([strategyId, strategyId])
  await post(`${path}/submit`, stored)
  expect(await get(`${path}/detail`, { id })).toMatchObject({ deviceIds: lamp, solarIds: sun })
  await post(`${path}/submit`, { id, solarIds: '' })
  expect([await strategyOf(lamp), await strategyOf(sun)]).toEqual([strategyId, null])
  await world.refused(`${path}/submit`, { name: '无', strategyId, deviceIds: '1234567890123456789' }, 'deviceIds')
})

test('the list of instances of solar lighting has those of its strategies and those for solar lamps, and no others', async () => {
  const path = '/api/blade-sun/workstrategyinstance'
  const [lamp, sun] = [await controller('IS-LAMP'), await solar('IS-SUN')]
  const [city, ofSun] = [await strategy('城市实例策略'), await strategy('太阳能实例策略', { systemType: 4 })]
  const made = async (name: string, strategyId: string, deviceIds: string): Promise<string> =>
    world.made(`${path}/submit`, { name, strategyId, deviceIds })
  const ids = [await made('城市', city, lamp), await made('城市策略用于太阳能', city, sun), await made('太阳能', ofSun, sun)]
  const listed = async (query: Record<string, string>): Promise<boolean[]> => {
    const records = await list(`${path}/list`, { size: '100', ...query })
    return ids.map((id) => records.some((row) => row.id === id))
  }
  expect(await listed({ systemType: '4' })).toEqual([false, true, true])
  expect(await listed({ systemType: '2' })).toEqual([true, true, false])
})

test('a replaced solar lamp hands its place in an instance to its successor', async () => {
  const path = '/api/blade-sun/workstrategyinstance'
  const old = await solar('IN-OLD')
  const strategyId = await strategy('接替太阳能')
  const id = await world.made(`${path}/submit`, { name: '接替太阳能实例', strategyId, deviceIds: old })
  expect(await get(`${path}/detail`, { id })).toMatchObject({ solarIds: old })
  const { deviceId } = await post<{ deviceId: string }>('/api/blade-device/deviceManage/replaceElectronics', {
    faultSn: 'IN-OLD',
    newSn: 'IN-NEW',
  })
  expect(await get(`${path}/detail`, { id })).toMatchObject({ solarIds: deviceId })
  expect([await strategyOf(old), await strategyOf(deviceId)]).toEqual([null, strategyId])
})

test('the work strategy of a group is sent to its devices, to those that join later, and taken back when it is cleared', async () => {
  const [first, second] = [await controller('WS-1'), await controller('WS-2')]
  const [one, two] = [await strategy('分组策略一'), await strategy('分组策略二')]
  const groupId = await world.made('/api/blade-city/group/submit', { groupName: '策略组', workStrategyId: one })
  const join = (ids: string) => post('/api/blade-city/device_group/copy', { groupId, ids })
  await join(first)
  expect(await strategyOf(first)).toBe(one)
  await post('/api/blade-city/group/submit', { groupId, workStrategyId: two })
  expect(await strategyOf(first)).toBe(two)
  await join(second)
  expect(await strategyOf(second)).toBe(two)
  expect(await list('/api/blade-city/group/list', { workStrategyId: two })).toMatchObject([{ id: groupId }])
  await post('/api/blade-city/group/submit', { groupId, workStrategyId: '' })
  expect([await strategyOf(first), await strategyOf(second)]).toEqual([null, null])
  await world.refused('/api/blade-city/group/submit', { groupName: '错', workStrategyId: '1234567890123456789' }, 'workStrategyId')
})

test('controller/group/set/source and cap assign an accessory to the lamps of a group', async () => {
  const device = await controller('GS-1')
  const lamp = await world.made('/api/blade-city/lamp/submit', { sn: 'GSL-1', name: '灯', lampControlId: device })
  const groupId = await world.made('/api/blade-city/device_group', { groupName: '配件组' })
  const source = await world.made('/api/blade-city/constantCurrentSource/submit', { name: '恒流源', power: 77 })
  const set = '/api/blade-city/controller/group/set/source'
  await world.refused(set, { groupId, constantCurrentSourceId: source }, 'groupId')
  await post('/api/blade-city/device_group/copy', { groupId, ids: device })
  expect(await post(set, { groupId, constantCurrentSourceId: source })).toEqual({ count: 1 })
  expect(await get('/api/blade-city/lamp/detail', { id: lamp })).toMatchObject({ constantCurrentSourceId: source, power: '77' })
  await world.refused(set, { groupId, constantCurrentSourceId: '1234567890123456789' }, 'constantCurrentSourceId')
})

test('a power device counts the lamps that it supplies and their power, and cannot be removed while it supplies one', async () => {
  const power = await world.made('/api/blade-city/power/submit', { name: '电源一', ratedPower: 500 })
  const lamps: string[] = []
  for (const [sn, watts] of [
    ['PW-1', 60],
    ['PW-2', 90.5],
  ] as const)
    lamps.push(await world.made('/api/blade-city/lamp/submit', { sn, name: sn, power: watts, powerDeviceId: power }))
  await world.made('/api/blade-city/lamp/submit', { sn: 'PW-3', name: 'PW-3', power: 40 })
  expect(await get('/api/blade-city/power/detail', { id: power })).toMatchObject({ lamps: 2, load: '150.5' })
  expect((await list('/api/blade-city/lamp/list', { powerDeviceId: power })).map(({ sn }) => sn).sort()).toEqual(['PW-1', 'PW-2'])
  const remove = () => world.operator.post('/api/blade-city/power/remove', undefined, { ids: power })
  expect((await remove()).msg).toContain('灯具 PW-')
  for (const id of lamps) await post('/api/blade-city/lamp/submit', { id, powerDeviceId: '' })
  expect((await remove()).code).toBe(200)
})

test('SIM cards are the administrator’s: an operator neither reads nor writes them', async () => {
  const card = { iccid: '89860012345678901234', sn: 'AC-1' }
  for (const answer of [
    await world.operator.get('/api/blade-sun/esimcard/page'),
    await world.operator.get('/api/blade-sun/esimcard/validity'),
    await world.operator.post('/api/blade-sun/esimcard/submit', card),
  ])
    expect(answer.msg).toBe('没有该操作的权限')
  expect((await world.other.post('/api/blade-sun/esimcard/submit', card)).code).toBe(200)
})

test('layout and install calls of a product read and write their part only; ports, terminals and polling count', async () => {
  const BASE = '/api/blade-visual/integratedProduct'
  const lever = (code: string, interfaces: object[]) =>
    world.made(`${BASE}/physical/submit`, {
      unitProductCode: code,
      name: code,
      functions: [],
      events: [],
      interfaces,
      properties: [{ identifier: 'level', name: '液位', nameEn: 'Level', type: 'number', unit: '%' }],
    })
  const ports = [
    { port: 'RS485-1', name: '主', address: '17' },
    { port: 'RS485-2', name: '备', enable: 0 },
  ]
  const typeId = await lever('UNIT-A', ports)
  const cabins = [{ name: '舱', height: 12 }]
  const id = await world.made(`${BASE}/submit`, { name: '产品甲', cabins, units: [{ code: 'A', name: '甲', typeId, cabin: 1 }] })
  await post(`${BASE}/layout/submit`, { id, name: '改名', remark: '改', layout: [{ unit: 'A', x: 0, y: 0 }] })
  expect(await get(`${BASE}/layout/detail`, { id })).toEqual({ id, layout: [{ unit: 'A', x: 0, y: 0 }] })
  const install = `${BASE}/defaultInstallConfig/submit`
  const one = { unit: 'A', port: 'RS485-1', protocol: 1, polling: 7 }
  await post(install, { id, name: '改名', install: [one] })
  // A unit without an address gets the address of its port.
  expect(await get(`${BASE}/defaultInstallConfig/detail`, { id })).toEqual({ id, install: [{ ...one, address: 17 }] })
  expect(await get(`${BASE}/detail`, { id })).toMatchObject({ name: '产品甲', remark: '' })
  for (const port of ['RS485-2', 'CAN-1']) await world.refused(install, { id, install: [{ ...one, port }] }, 'install')

  const terminal = { typeCode: 'UNIT-A', supplierCode: '某厂', model: 'T-1', protocol: 'CAN' }
  const config = await world.made('/api/blade-device/terminalConfig/submit', terminal)
  expect(await get('/api/blade-device/terminalConfig/dict/models', { typeCode: 'UNIT-A' })).toEqual([
    { model: 'T-1', supplierCode: '某厂' },
  ])
  await world.refused(install, { id, install: [one] }, 'install')
  await post(install, { id, install: [{ ...one, protocol: 4 }] })
  const cabinet = { sn: 'USED-CAB', productId: id, gatewayId: world.gatewayId }
  expect((await world.operator.put('/api/blade-device/terminalConfig/status', { id: config, status: 0 })).code).toBe(200)
  await world.refused('/api/blade-visual/cabinet/submit', cabinet, 'install')
  expect((await world.operator.put('/api/blade-device/terminalConfig/status', { id: config, status: 1 })).code).toBe(200)
  const made = await world.made('/api/blade-visual/cabinet/submit', cabinet)
  expect(await get('/api/blade-visual/cabinet/live', { ids: made })).toMatchObject([{ units: [{ code: 'A', polling: 7 }] }])
})

test('offline diagnosis ends with a read of a device that may answer, and its cause is a diagnose record until the device is online', async () => {
  const { query } = world.product.platform.system
  const device = await world.add('trashdevice/submit', 'OD-1')
  const diagnose = async (): Promise<Row> =>
    (await post<Row[]>('/api/blade-device/deviceManage/offlineDiagnose', { ids: [device] }))[0] ?? {}
  const records = () => list('/api/blade-alarm/abnormalDiagnoseRecord/page', { deviceId: device })
  const set = (state: number, online: boolean) =>
    query('update devices_state set state = $2, online = $3, reported_at = now() where device_id = $1', [device, state, online])
  await query('update devices_gateway set online = false where id = $1', [world.gatewayId])
  await set(4, false)
  expect(await diagnose()).toMatchObject({ cause: 'gatewayOffline', commandRecordId: '' })
  expect(await records()).toMatchObject([{ kind: 7, status: 1, sn: 'OD-1', evidence: '网关离线' }])
  await query('update devices_gateway set online = true where id = $1', [world.gatewayId])
  await set(4, false)
  const silent = await diagnose()
  expect(silent).toMatchObject({ cause: 'silent', commandRecordId: expect.stringMatching(/^\d+$/) })
  const [sent] = await query<{ cmd: string }>('select cmd from control_batch where id = $1', [silent.commandRecordId])
  expect(sent?.cmd).toBe('read')
  // A device has at most one open record, which names the last cause.
  expect(await records()).toMatchObject([{ kind: 7, status: 1, evidence: '设备不再应答，可能是设备故障' }])
  await set(1, true)
  expect(await diagnose()).toMatchObject({ cause: 'online' })
  expect(await records()).toMatchObject([{ kind: 7, status: 4 }])
})

test('the life record says when a device was registered, installed, repaired, replaced, taken down and scrapped', async () => {
  const life = async (deviceId: string): Promise<unknown[]> =>
    (await list('/api/blade-device/device/life_record/page', { deviceId, size: 100 })).map(({ kind }) => kind)
  const old = await world.made('/api/blade-city/controller', { sn: 'LR-1', name: 'LR-1' })
  await post('/api/blade-device/deviceManage/bind', { gatewayId: world.gatewayId, ids: [old] })
  expect(await life(old)).toEqual(['installed', 'added'])
  await world.made('/api/blade-alarm/faultServiceRecord/save', {
    content: '更换电容',
    sn: 'LR-1',
    servedAt: '2030-01-02 03:04:05',
    result: 1,
  })
  expect(await life(old)).toContain('repaired')
  const next = await world.made('/api/blade-city/controller', { sn: 'LR-2', name: 'LR-2' })
  await post('/api/blade-device/deviceManage/replaceElectronics', { faultSn: 'LR-1', newSn: 'LR-2' })
  expect(await life(old)).toContain('replaced')
  expect(await life(next)).toContain('replaced')
  await post('/api/blade-device/deviceManage/uninstall', { ids: [next], reason: '拆除', scrap: true })
  expect(await life(next)).toEqual(expect.arrayContaining(['uninstalled', 'scrapped', 'replaced', 'added']))
  expect((await list('/api/blade-device/device/life_record/page', { deviceId: next, kind: 'scrapped' })).map(({ kind }) => kind)).toEqual([
    'scrapped',
  ])
})

test('dept/submit: a department below one of another tenant belongs to that tenant; who may not administer it is refused', async () => {
  const path = '/api/blade-system/dept/submit'
  const body = { deptName: '上级', fullName: '上级', deptCategory: 1, sort: 1 }
  const parent = (await world.other.post<{ id: string }>(path, { ...body, tenantId: TENANT })).data.id
  // Other consoles send the tenant of their user with the form.
  const child = await world.other.post<{ id: string }>(path, { ...body, deptName: '下级', parentId: parent, tenantId: '000000' })
  expect(child.code, child.msg).toBe(200)
  const stored = (await world.other.get<Row>('/api/blade-system/dept/detail', { id: child.data.id })).data
  expect(stored).toMatchObject({ tenantId: TENANT, parentId: parent, ancestors: `0,${parent}` })
  const theirs = (await world.other.post<{ id: string }>(path, { ...body, deptName: '平台部门' })).data.id
  const chief = await addUser(world.product, { tenantId: TENANT, account: 'dept_chief' })
  expect((await chief.post(path, { ...body, deptName: '越权', parentId: theirs })).body).toMatchObject({ code: 400, field: 'parentId' })
})

test('dict/child-list and dict-biz/child-list answer an empty list below no dictionary', async () => {
  for (const base of ['/api/blade-system/dict', '/api/blade-system/dict-biz'])
    for (const query of [{}, { parentId: '' }, { parentId: -1 }, { current: 1, size: 10, parentId: '-1' }])
      expect((await world.other.get(`${base}/child-list`, query)).body, JSON.stringify(query)).toMatchObject({ code: 200, data: [] })
  expect((await world.other.get('/api/blade-system/dict/child-list', { parentId: 'x' })).body).toMatchObject({
    code: 400,
    field: 'parentId',
  })
})

test('systemType: poles, concentrators and the data of an info screen are those of projects of the system', async () => {
  const project = async (name: string, type: number): Promise<string> => {
    const id = world.product.platform.newId()
    await world.product.platform.system.query('insert into places_project (id, tenant_id, name, type, sort) values ($1, $2, $3, $4, 9)', [
      id,
      TENANT,
      name,
      type,
    ])
    return id
  }
  const [poles, city] = [await project('系统灯杆', 3), await project('系统城市', 2)]
  const screens: string[] = []
  for (const [n, projectId] of [poles, city].entries()) {
    const lampPostId = await world.made('/api/blade-city/lamp_post/submit', {
      lampPostName: `系统杆${n}`,
      lampPostSn: `SYS-${n}`,
      projectId,
    })
    await world.made('/api/blade-media/camera/submit', { sn: `SYS-CAM-${n}`, name: '摄像头', projectId, lampPostId })
    await world.made('/api/blade-city/concentrator/submit', { sn: `SYS-CONC-${n}`, name: '集控', projectId })
    screens.push(await world.made('/api/blade-media/info_screen/submit', { sn: `SYS-SCREEN-${n}`, name: '屏', projectId }))
  }
  const of = async (path: string, systemType: string): Promise<string[]> =>
    (await list(path, { systemType, size: 100 })).map((row) => String(row.lampPostSn ?? row.sn)).filter((sn) => sn.startsWith('SYS-'))
  const pole = '/api/blade-device/smart_pole/device/page'
  expect([await of(pole, '3'), await of(pole, '2'), await of(pole, '200')]).toEqual([['SYS-0'], ['SYS-1'], []])
  const concentrators = '/api/blade-city/concentrator/page'
  expect([await of(concentrators, '3'), await of(concentrators, '2')]).toEqual([['SYS-CONC-0'], ['SYS-CONC-1']])
  const data = '/api/blade-report/dashboard/info_screen/datas'
  for (const [n, systemType] of ['3', '2'].entries()) {
    expect(await get(data, { infoScreenId: screens[n], systemType })).toMatchObject({ sn: `SYS-SCREEN-${n}` })
    expect((await world.operator.get(data, { infoScreenId: screens[1 - n], systemType })).code).toBe(400)
  }
  expect(await get(data, { infoScreenId: screens[1] })).toMatchObject({ sn: 'SYS-SCREEN-1' })
})
