import { eventually } from '@lamplight/testing'
import type { Inventory } from '@lamplight/town'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, expect, test } from 'vitest'
import { plays } from '../../../apps/simulator/plays.ts'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN, cityIsUp } from '../product.ts'

const { product, windows } = withBrowser({
  lamps: 120,
  whole: false,
  config: { DEMO_DEVICES: '40', VIRTUAL_CITY: '0', ALARM_SECONDS: '1', INCIDENT_OPENS_SECONDS: '1' },
})

let city: City | undefined
afterAll(() => city?.stop())

interface Incident {
  readonly id: string
  readonly name: string
  readonly cause: number
  readonly lost: number
}

test('from the bell to the cause, its evidence and its lamps on the map, and to their test, in four clicks', async () => {
  const admin = await product().client(ADMIN)
  const list = async <T>(path: string, query: object = {}): Promise<readonly T[]> =>
    (await admin.get<{ records: readonly T[] }>(`/api/${path}`, { size: 200, ...query })).data.records
  // This test plays the city itself, as it opens switches on site.
  const { data: projects } = await admin.get<readonly { name: string }[]>('/api/blade-system/project/list')
  const played = await Promise.all(
    projects.map(async ({ name }) => (await admin.post<Inventory>(`/api/blade-device/gateway/virtual?projectName=${name}`, {})).data),
  )
  const inventory = {
    ...played[0]!,
    gateways: played.flatMap(({ gateways }) => gateways),
    types: Object.assign({}, ...played.map(({ types }) => types)),
  }
  city = createCity({ inventory, reportInterval: 10, latency: 20, ...plays })
  city.start()
  city.showNight(
    inventory.gateways.map(({ sn }) => sn),
    true,
  )
  await eventually(() => cityIsUp(admin), 60_000)
  // The box with the most lamps loses its supply: all its switches open.
  const loops = await list<{ id: string; switchboxId: string; lamps: number }>('blade-city/loop/page')
  const lampsOf = Map.groupBy(loops, ({ switchboxId }) => switchboxId)
  const sum = (rows: readonly { lamps: number }[]): number => rows.reduce((n, { lamps }) => n + Number(lamps), 0)
  const [boxId, own] = [...lampsOf].toSorted(([, a], [, b]) => sum(b) - sum(a))[0]!
  const lamps = sum(own)
  const switches = await list<{ sn: string; loopId: string }>('blade-city/airswitch/page')
  for (const { sn, loopId } of switches) if (own.some(({ id }) => id === loopId)) city.setValues(sn, { contact: 0 })
  const incident = await eventually(async () => {
    const found = await list<Incident>('blade-alarm/incident/page', { state: '1', switchboxId: boxId })
    return found.find(({ cause, lost }) => cause === 4 && lost === lamps)
  })

  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/wel/index`)
  await page.getByRole('button', { name: /^告警，/ }).click()
  await page
    .getByRole('dialog', { name: /告警/ })
    .getByRole('link', { name: new RegExp(`配电箱断电.*${incident.name}`) })
    .click()
  const belief = page.getByRole('region', { name: '研判结果' })
  await belief.getByText(`配电箱断电：${incident.name}，可信度`).waitFor()
  await belief.getByText('箱内全部开关分闸').waitFor()
  await belief.getByText(`${lamps} / ${lamps} 台设备离线`).waitFor()
  await belief.getByRole('link', { name: '在地图上查看灯具' }).click()
  await page.waitForURL((url) => url.searchParams.get('switchbox') === boxId)
  // The lamps are selected; the fourth click would send.
  await page.getByRole('button', { name: `调光 ${lamps} 盏` }).waitFor()

  // The same page in English, and on a phone.
  const phone = await windows().open('en')
  await phone.page.setViewportSize({ width: 390, height: 844 })
  await signIn(phone.page, product().url, ADMIN, 'en')
  await phone.page.goto(`${product().url}/city/alarmCenter/incident/details?id=${incident.id}`)
  await phone.page.getByText('All switches of the box are open').waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.goto(`${product().url}/city/alarmCenter/alarm/index?incidentId=${incident.id}&present=1`)
  await page.locator('.ll-pane:not([hidden])').getByText(`共 ${lamps} 条`).waitFor()
  expect([...errors, ...phone.errors]).toEqual([])
})
