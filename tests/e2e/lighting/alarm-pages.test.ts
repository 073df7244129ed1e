import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { eventually } from '@lamplight/testing'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 40, simulate: '--dark 0.05', config: { DEMO_DEVICES: '3', ALARM_SECONDS: '1' } })

interface Alarm {
  readonly id: string
  readonly sn: string
  readonly subAlarmType: number
  readonly deviceType: number
}

test('city.al.list city.al.stat city.al.offline vis.alarm inst.alarm cab.alarm sun.fault grp.city.alarmCenter grp.visual.alarm rule.alarm.4001 rule.const.alarmtype: the pages of alarms show what the platform has stored', async () => {
  const operator = await product().client(OPERATOR)
  const page_ = async (query: object): Promise<{ records: readonly Alarm[]; total: number }> =>
    (await operator.get<{ records: readonly Alarm[]; total: number }>('/api/blade-alarm/alarm/page', { size: 100, ...query })).data
  // Other devices have faults too; the pages below are those of a lamp.
  const fault = await eventually(
    async () => (await page_({ cityExceptionType: 4001 })).records.find(({ deviceType }) => Number(deviceType) === LAMP_CONTROLLER),
    30_000,
  )
  // Without a type the list of the catalogue has faults only.
  const { data: usual } = await operator.get<{ records: readonly { alarmType: number }[] }>('/api/blade-alarm/alarm/alarms_by_page', {
    size: 100,
  })
  expect(new Set(usual.records.map(({ alarmType }) => alarmType))).toEqual(new Set([2]))

  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  const pane = page.locator('.ll-pane:not([hidden])')
  const open = async (path: string, heading: string): Promise<void> => {
    await page.goto(`${product().url}${path}`)
    await pane.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  }
  await open('/city/alarmCenter/alarm/index?cityExceptionType=4001', '告警列表')
  await pane.getByRole('row').filter({ hasText: fault.sn }).first().waitFor()
  await open('/city/alarmCenter/statistics/index', '告警统计')
  await pane.getByText('告警最多的设备').waitFor()
  await pane.locator('.ll-al-figures dd').first().waitFor()
  const { data: count } = await operator.get<{ total: number }>('/api/blade-alarm/alarm/count', {})
  await expect.poll(() => pane.locator('.ll-al-figures dd').first().textContent()).toBe(String(count.total))
  // The figures of today lead to the alarms of today.
  const present = pane.locator('.ll-al-figures div', { hasText: '今日告警仍存在' }).getByRole('link')
  const shown = await present.textContent()
  await present.click()
  await page.waitForURL(
    ({ searchParams }) => / 00:00:00$/.test(searchParams.get('beganAt_datege') ?? '') && searchParams.get('present') === '1',
  )
  await pane.getByText(new RegExp(`共 ${shown} 条`)).waitFor()
  await open('/city/alarmCenter/offline/index', '离线统计')
  await pane.getByText('在线率').first().waitFor()
  for (const [path, heading, fixed] of [
    ['/visual/alarm/index', '告警管理', { deviceType_ge: 6 }],
    // Only the alarms of the institutes' own projects.
    ['/intelligentInstitute/alarm/index', '告警信息', { projectType: 4 }],
    ['/roadCabinet/alarm/index', '机柜告警', { deviceType: 23 }],
    ['/sun/fault/index', '太阳能故障', { deviceType: 7 }],
  ] as const) {
    await open(path, heading)
    const { total } = await page_(fixed)
    if (total > 0) await pane.getByText(new RegExp(`共 ${total} 条`)).waitFor()
    else await pane.getByText('没有告警', { exact: false }).first().waitFor()
  }
  // The page of an alarm names device and type in words, and its link leads to the page of the device.
  await page.goto(`${product().url}/city/alarmCenter/alarm/details?id=${fault.id}`)
  await pane.getByText('单灯控制器', { exact: true }).waitFor()
  await pane.getByRole('link', { name: fault.sn, exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/city/basisaccessories/controller/controllerinformation/details/index')
  await pane.locator('h1').filter({ hasText: fault.sn }).first().waitFor()
  expect(errors).toEqual([])
})

test('city.al.fault rt.city.faultDetails city.mt.faultService vis.alarmTpl vis.alarmCfg: a fault is recorded with its service, and a template becomes a configuration', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  const pane = page.locator('.ll-pane:not([hidden])')
  const form = page.getByRole('dialog')
  const save = async (): Promise<void> => {
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
  }
  const operator = await product().client(OPERATOR)
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await operator.post<{ id: string }>(`/api/blade-alarm/${path}`, body)
    expect(answer.code, answer.msg).toBe(200)
    return answer.data.id
  }
  const faultInfoId = await made('faultinfo/submit', {
    title: '路口灯不亮',
    cityExceptionType: 4001,
    severity: 2,
    status: 1,
    foundAt: '2026-11-01 20:00:00',
  })
  await page.goto(`${product().url}/city/alarmCenter/faultinfo/index`)
  await pane.getByRole('link', { name: '路口灯不亮' }).click()
  await page.waitForURL((url) => url.pathname === '/city/cityfaultinfodetails')
  await pane.getByRole('heading', { name: '路口灯不亮' }).waitFor()
  await made('faultServiceRecord/save', { content: '更换驱动电源', faultInfoId, servedAt: '2026-11-02 09:30:00', result: 1 })
  await page.goto(`${product().url}/city/maintenance/faultService/index`)
  await pane.getByRole('row').filter({ hasText: '更换驱动电源' }).waitFor()

  await page.goto(`${product().url}/visual/alarm/template?create=1`)
  await form.getByLabel('名称').first().fill('功率过高')
  await form.getByLabel('设备类型').first().selectOption('4')
  await form.getByLabel('属性').first().selectOption('power')
  await form.getByLabel('阈值').first().fill('300')
  await save()
  await pane.getByRole('row').filter({ hasText: '功率过高' }).waitFor()
  // The filter offers types by their names.
  const choose = async (name: string): Promise<void> => {
    await pane.getByRole('search').getByRole('combobox', { name: '设备类型' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('太阳能灯')
  await pane.getByRole('row').filter({ hasText: '功率过高' }).waitFor({ state: 'detached' })
  await choose('单灯控制器')
  await pane.getByRole('row').filter({ hasText: '功率过高' }).waitFor()
  await page.goto(`${product().url}/visual/alarm/config`)
  await pane.getByText('新增配置，对设备的上报值告警').waitFor()
  expect(errors).toEqual([])
})

test('sysm.warningIface: administrators see the addresses of alarm forwarding among the system pages, and rename one', async () => {
  const admin = await product().client()
  const made = await admin.post('/api/blade-alarm/forwardTarget/submit', {
    name: '接口一',
    kind: 1,
    url: 'https://alarms.example.com/hook',
    secret: 'A-secret-of-24-letters-1',
    severity: 2,
    alarmType: 100,
    enable: 0,
  })
  expect(made.code, made.msg).toBe(200)
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/system/interface`)
  const pane = page.locator('.ll-pane:not([hidden])')
  await pane.getByRole('heading', { name: '接口管理' }).first().waitFor()
  const row = pane.locator('tr.ll-r-tr').filter({ hasText: 'https://alarms.example.com' })
  await row.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('接口名称').fill('值班平台')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await row.getByText('值班平台').waitFor()
  expect(errors).toEqual([])
})
