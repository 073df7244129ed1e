import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '000000'
const REPORT = '/api/blade-report/dashboard'
const DAY_MS = 86_400_000

interface Found {
  readonly severity: number
  readonly what: string
  readonly place: string
  readonly since: string
  readonly lamps: number
  readonly streets: readonly string[]
  readonly next: string
  readonly href: string
}
interface Attention {
  readonly isRead: boolean
  readonly total: number
  readonly found: readonly Found[]
}

let product: TestPlatform
let admin: ApiClient
beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '120', DEMO_DEVICES: '0', ALARM_SECONDS: '0.5', INCIDENT_OPENS_SECONDS: '0.5' },
  })
  admin = await product.signIn({ tenantId: TENANT, account: 'admin' })
})
afterAll(() => product?.stop())

const attention = async (client = admin): Promise<Attention> => (await client.get<Attention>(`${REPORT}/attention`)).data
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS)

test('without anything open the answer says that alarms were read and nothing was found', async () => {
  expect(await attention()).toEqual({ isRead: true, total: 0, found: [] })
})

test('an incident begins when its gateway was lost, not when the platform noticed it; it names lamps, street and next step', async () => {
  const { query } = product.platform.system
  const [lost] = await query<{ id: string }>(
    `select g.id::text from devices_gateway g join devices_state s on s.gateway_id = g.id where g.tenant_id = $1 group by g.id order by count(*) desc limit 1`,
    [TENANT],
  )
  const since = ago(9)
  await query(`update devices_gateway set online = true, last_seen = now() where tenant_id = $1`, [TENANT])
  await query(
    `update devices_state set state = 1, online = true, faults = '{}', received_at = now(), reported_at = now() where tenant_id = $1`,
    [TENANT],
  )
  // One lamp of the gateway was offline long before. The outage must not begin with it.
  await query(`update devices_state set state = 4, online = false, received_at = $2, reported_at = $2 where gateway_id = $1`, [
    lost?.id,
    since,
  ])
  await query(
    `update devices_state set received_at = $2, reported_at = $2 where device_id = (select min(device_id) from devices_state where gateway_id = $1)`,
    [lost?.id, ago(40)],
  )
  await query(`update devices_gateway set online = false, last_seen = $2 where id = $1`, [lost?.id, since])
  await query(`insert into devices_fault (device_id, tenant_id, type, began_at) values ($1, $2, 'communicationFailure', $3)`, [
    lost?.id,
    TENANT,
    since,
  ])
  const incident = await eventually(async () => {
    const { data } = await admin.get<{ records: { beganAt: string; cause: number; gatewayId: string }[] }>(
      '/api/blade-alarm/incident/page',
      {
        state: '1',
      },
    )
    return data.records.find(({ gatewayId }) => gatewayId === lost?.id)
  })
  const [wanted] = await query<{ at: string }>(
    `select to_char($1::timestamptz at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at`,
    [since],
  )
  expect(incident.beganAt).toBe(wanted?.at)
  const [counted] = await query<{ n: number; street: string }>(
    `select count(*)::int as n, mode() within group (order by s.name) as street from devices_state d join lighting_lamp l on l.controller_id = d.device_id
     join lighting_post p on p.id = l.post_id left join lighting_street s on s.id = p.street_id where d.gateway_id = $1 and not l.is_deleted`,
    [lost?.id],
  )
  const { found } = await attention()
  const own = found.find(({ since: at }) => at === wanted?.at)
  expect(own).toMatchObject({ what: '网关离线', lamps: counted?.n })
  expect(own?.streets[0]).toBe(counted?.street)
  expect(own?.next).not.toBe('')
  expect(own?.href).toMatch(/^\/city\/alarmCenter\/incident\/details\?id=\d+$/)
})

test('at most ten findings, the most severe first and then the newest; alarms of one kind in one street are one', async () => {
  const { query } = product.platform.system
  const lamps = await query<{ device: string; street: string }>(
    `select l.controller_id::text as device, s.name as street from lighting_lamp l join lighting_post p on p.id = l.post_id join lighting_street s on s.id = p.street_id
     where l.tenant_id = $1 and l.controller_id is not null order by s.name, l.id`,
    [TENANT],
  )
  const [[street, own] = ['', []]] = [...Map.groupBy(lamps, (lamp) => lamp.street)].toSorted(([, a], [, b]) => b.length - a.length)
  const open = (device: string, kind: number, severity: number, days: number) =>
    query(
      `insert into alarms_alarm (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, sn, name, device_id, device_type, began_at, last_began, present, latched, count, dispose)
       values (nextval('kit_id'), $1, 2, $3, 4001, $4, 'S' || $2::text, 'N' || $2::text, $2::text::bigint, 4, $5, $5, true, true, 1, 0)`,
      [TENANT, device, kind, severity, ago(days)],
    )
  for (const [at, { device }] of own.slice(0, 3).entries()) await open(device, 2, 2, 3 + at)
  // Alarms of the kinds 3 to 15 at one lamp, so that there are more findings than the page shows.
  for (let kind = 3; kind <= 15; kind += 1) await open(own[0]?.device ?? '', kind, 3, kind)
  await open(own[1]?.device ?? '', 23, 1, 20)

  const { found, total } = await attention()
  expect(found).toHaveLength(10)
  // One tilted post, three dark lamps of a street as one, thirteen others, and the incident of the gateway.
  expect(total).toBe(16)
  expect(found[0]).toMatchObject({ severity: 1, what: '灯杆撞击' })
  const group = found.find(({ what }) => what === '异常灭灯')
  expect(group).toMatchObject({ lamps: 3, streets: [street], place: '', href: '/city/alarmCenter/alarm/index?dispose=0&subAlarmType=2' })
  expect(found.map(({ severity }) => severity)).toEqual(found.map(({ severity }) => severity).toSorted())
  for (const [at, { severity, since }] of found.entries()) {
    const next = found[at + 1]
    if (next?.severity === severity && next.what !== group?.what) expect(since >= next.since).toBe(true)
  }
  const { data } = await admin.get<{ records: { dispose: number; severity: number; beganAt: string }[] }>('/api/blade-alarm/alarm/page', {
    size: 50,
  })
  const order = data.records.map(({ dispose, severity, beganAt }) => [dispose, severity, beganAt] as const)
  expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? 1 : a[2] > b[2] ? -1 : 0)))
})

test('a user of another tenant sees none of it, and no user without a sign-in', async () => {
  const other = await product.signIn({ tenantId: '100001', account: 'operator' })
  expect((await attention(other)).found.filter(({ severity }) => severity === 1)).toEqual([])
})

interface Handover {
  readonly from: string
  readonly to: string
  readonly open: Attention
  readonly mine: { readonly total: number; readonly rows: readonly { readonly commandText: string }[] }
  readonly handled: {
    readonly total: number
    readonly rows: readonly {
      readonly at: string
      readonly what: string
      readonly act: string
      readonly place: string
      readonly href: string
    }[]
  }
  readonly jobs: { readonly total: number; readonly rows: readonly { readonly title: string; readonly status: number }[] }
  readonly running: { readonly total: number }
  readonly overrides: { readonly rows: readonly { readonly lamps: number }[] }
}

test('the hand-over lists what is open, what the user did in the shift and what runs; an impossible shift is refused', async () => {
  const { query } = product.platform.system
  const hand = async (span: Record<string, string> = {}) => (await admin.get<Handover>(`${REPORT}/handover`, span)).data
  const before = await hand()
  expect(before.open.found.length).toBeGreaterThan(10)
  const nothing = { total: 0, rows: [] }
  expect([before.mine.total, before.handled, before.jobs]).toEqual([0, nothing, nothing])
  const [first] = before.open.found
  const id = /id=(\d+)/.exec(first?.href ?? '')?.[1]
  expect((await admin.post(`/api/blade-alarm/alarm/acknowledge`, { ids: id })).code).toBe(200)
  const sent = await admin.post('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level: 40,
    reason: 'test',
    selector: { filter: { all: '1' } },
  })
  expect(sent.code, sent.msg).toBe(200)
  await query(
    `update devices_state set override_until = now() + interval '2 hours' where device_id in (select device_id from devices_state where tenant_id = $1 order by 1 limit 7)`,
    [TENANT],
  )
  const after = await hand()
  expect(after.mine.total).toBe(1)
  expect(after.handled.rows.map(({ href, act }) => [href, act])).toEqual([[first?.href, '确认']])
  expect(after.handled.total).toBe(1)
  expect(after.running.total).toBe(1)
  const [counted] = await query<{ n: number }>(
    `select count(*)::int as n from lighting_lamp l join devices_state s on s.device_id = l.controller_id where l.tenant_id = $1 and not l.is_deleted and s.override_until > now()`,
    [TENANT],
  )
  expect(after.overrides.rows.reduce((sum, { lamps }) => sum + lamps, 0)).toBe(counted?.n)
  // An earlier shift contains none of these.
  const earlier = await hand({ from: '2020-01-01 20:00', to: '2020-01-02 08:00' })
  expect([earlier.from, earlier.to, earlier.mine.total, earlier.handled, earlier.jobs]).toEqual([
    '2020-01-01 20:00:00',
    '2020-01-02 08:00:00',
    0,
    nothing,
    nothing,
  ])
  for (const span of [
    { from: 'yesterday' },
    { from: '2020-01-02 08:00', to: '2020-01-01 08:00' },
    { from: '2019-01-01 08:00', to: '2020-01-01 08:00' },
  ])
    expect((await admin.get(`${REPORT}/handover`, span)).status, JSON.stringify(span)).toBe(400)
})

test('the hand-over lists alarms that the user disposed of and jobs that the user started, and counts what it does not list', async () => {
  const { query } = product.platform.system
  const hand = async () => (await admin.get<Handover>(`${REPORT}/handover`)).data
  const before = await hand()
  const alarms = await query<{ id: string; sn: string }>(
    `insert into alarms_alarm (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, sn, name, device_id, device_type, began_at, last_began, present, latched, count, dispose)
     select nextval('kit_id'), $1, 2, 2, 4001, 3, 'HAND-' || n, '', n, 4, now() - interval '1 day', now() - interval '1 day', true, true, 1, 0
     from generate_series(1, 34) n returning id::text, sn`,
    [TENANT],
  )
  const [resolved, wrong, platformEnded, ...others] = alarms
  const dispose = (id: string | undefined, result: number) => admin.post('/api/blade-alarm/alarm/dispose', { ids: id, result })
  for (const answer of [await dispose(resolved?.id, 1), await dispose(wrong?.id, 2)]) expect(answer.code, answer.msg).toBe(200)
  // An alarm that ended by itself was not the user's work.
  await query('update alarms_alarm set dispose = 1, result = 4, disposed_at = now() where id = $1', [platformEnded?.id])
  const file = await admin.call('GET', '/api/blade-city/lamp/export?format=csv')
  expect([file.status, (await file.text()).length > 0]).toEqual([200, true])
  // The job of a short export is stored after its file has ended.
  await expect.poll(async () => (await hand()).jobs.total).toBe(1)
  const some = await hand()
  expect(some.handled.total).toBe(before.handled.total + 2)
  expect(some.handled.rows.slice(-2).map(({ place, act }) => [place, act])).toEqual([
    [resolved?.sn, '已处理'],
    [wrong?.sn, '误报'],
  ])
  expect([some.jobs.total, some.jobs.rows.map(({ title, status }) => [/导出/.test(title), status])]).toEqual([1, [[true, 2]]])

  // A reopened alarm is listed as opened, and no longer as ended.
  expect((await admin.post('/api/blade-alarm/alarm/reopen', { ids: wrong?.id, remark: '仍未恢复' })).code).toBe(200)
  const again = await hand()
  expect(again.handled.total).toBe(some.handled.total)
  expect(again.handled.rows.slice(-2).map(({ place, act }) => [place, act])).toEqual([
    [resolved?.sn, '已处理'],
    [wrong?.sn, '重新打开'],
  ])
  const ids = others.map(({ id }) => id)
  expect((await admin.post('/api/blade-alarm/alarm/acknowledge', { ids: ids.join() })).code).toBe(200)
  const many = await hand()
  expect(many.handled.total).toBe(some.handled.total + ids.length)
  expect(many.handled.rows).toHaveLength(30)
  expect(many.handled.rows.map(({ at }) => at)).toEqual(many.handled.rows.map(({ at }) => at).toSorted())
})

test('command records are in order of time, also those that were stored later than newer ones', async () => {
  const { query } = product.platform.system
  const send = async (level: number): Promise<string> => {
    const { data, msg } = await admin.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
      command: 'dim',
      level,
      reason: 'test',
      selector: { filter: { all: '1' } },
    })
    expect(data.batchId, msg).toMatch(/^\d+$/)
    return data.batchId
  }
  const [first, second, third] = [await send(20), await send(30), await send(50)]
  await query(`update control_batch set create_time = create_time - interval '9 days' where id = $1`, [third])
  await query(`update control_batch set create_time = create_time - interval '1 hour' where id = $1`, [second])
  for (const list of ['page', 'list']) {
    const { data } = await admin.get<{ records: { id: string; createTime: string }[] }>(`/api/blade-city/commandrecord/${list}`, {
      size: 50,
    })
    const times = data.records.map(({ createTime }) => createTime)
    expect(times).toEqual(times.toSorted().toReversed())
    const sent = data.records.map(({ id }) => id).filter((id) => [first, second, third].includes(id))
    expect(sent).toEqual([first, second, third])
  }
})
