import { eventually } from '@lamplight/testing'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { OPERATOR, type Who } from '../product.ts'

const CHIEF: Who = { tenantId: '100001', account: 'duty_chief', password: 'Contract-1' }
const { product, windows } = withBrowser({ lamps: 40, simulate: '--dark 0.05', config: { DEMO_DEVICES: '2', ALARM_SECONDS: '1' } })

const bell = (page: Page) => page.getByRole('button', { name: /^告警，/ })
const sos = (page: Page) => page.getByRole('dialog').filter({ hasText: 'SOS 求助呼叫' })

test('rule.faultalert.text rule.faultalert.query dlg.faultAlert: the fault alert is shown once per session with its text, and leads to the faults', async () => {
  const operator = await product().client(OPERATOR)
  const [gateway] = (await operator.get<{ records: { id: string }[] }>('/api/blade-device/gateway/page', { size: 1 })).data.records
  expect(gateway).toBeTruthy()
  const total = await eventually(async () => {
    const { data } = await operator.get<{ total: number }>('/api/blade-alarm/alarm/page', {
      current: 1,
      size: 10,
      cityExceptionType: 4001,
      dispose: 0,
    })
    return data.total > 0 ? data.total : undefined
  })
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  const alert = page.getByRole('alert').filter({ hasText: '故障告警' })
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/存在故障告警\d+个\(现场故障\)，请及时查看/)
  expect(total).toBeGreaterThan(0)
  await alert.getByRole('button', { name: '查看' }).click()
  await page.waitForURL((url) => url.pathname === '/city/alarmCenter/alarm/index' && url.searchParams.get('cityExceptionType') === '4001')
  await page.reload()
  await bell(page).waitFor()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await alert.count()).toBe(0)
  expect(errors).toEqual([])
})

test('the bell shows the newest alarms with links; acknowledging changes its count at once; the sound stays muted', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await page.goto(`${product().url}/city/alarmCenter/statistics/index`)
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: /告警/ })
  await panel.getByText('待确认告警').waitFor()
  // Incidents have pages of their own.
  const links = panel.getByRole('listitem').filter({ has: page.locator('a[href*="/alarmCenter/alarm/details"]') })
  await links.first().waitFor()
  await panel.getByRole('button', { name: /提示音 开/ }).click()
  await panel.getByRole('button', { name: /提示音 静音/ }).waitFor()
  const before = await bell(page).getAttribute('aria-label')
  await links.first().getByRole('link').click()
  await page.waitForURL((url) => url.pathname === '/city/alarmCenter/alarm/details')
  const id = new URL(page.url()).searchParams.get('id')
  const operator = await product().client(OPERATOR)
  await operator.post('/api/blade-alarm/alarm/acknowledge', { ids: id })
  await expect.poll(() => bell(page).getAttribute('aria-label'), { timeout: 10_000 }).not.toBe(before)
  await page.reload()
  await bell(page).click()
  await panel.getByRole('button', { name: /提示音 静音/ }).waitFor()
  expect(errors).toEqual([])
})

test('vis.sos: a call for help covers the console of everyone with the right; who answers is told to the others at once', async () => {
  const admin = await product().client()
  const role = (
    await admin.get<{ records: { id: string; roleAlias: string }[] }>('/api/blade-system/role/list', { size: 100, tenantId: '100001' })
  ).data
  const roles = Array.isArray(role) ? (role as { id: string; roleAlias: string }[]) : role.records
  const chief = await admin.post('/api/blade-user/submit', {
    ...CHIEF,
    realName: '值班长',
    roleId: roles.find(({ roleAlias }) => roleAlias === 'admin')?.id,
  })
  expect(chief.code, chief.msg).toBe(200)
  const [one, two] = [await windows().open(), await windows().open()]
  await signIn(one.page, product().url, OPERATOR)
  await signIn(two.page, product().url, CHIEF)
  await one.page.goto(`${product().url}/city/alarmCenter/statistics/index`)
  const operator = await product().client(OPERATOR)
  const [machine] = (
    await operator.get<{ records: { id: string; name: string; sn: string }[] }>('/api/blade-media/alarm_machine/list', { size: 10 })
  ).data.records
  expect((await operator.post('/api/blade-media/alarm_machine/testCall', { ids: machine!.id })).body).toMatchObject({ code: 200 })
  for (const { page } of [one, two]) await sos(page).getByText(machine!.sn, { exact: true }).waitFor()
  const links = await sos(one.page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links).toContain(`/city/map/index?device=${machine!.id}`)
  expect(links.some((link) => link.startsWith('/city/alarmCenter/alarm/details?id='))).toBe(true)

  await sos(one.page).getByRole('button', { name: '暂时收起' }).click()
  await one.page.getByRole('button', { name: /1 个 SOS 呼叫未应答/ }).click()
  await sos(one.page).waitFor()
  await sos(two.page).getByRole('button', { name: '应答' }).click()
  await sos(two.page).waitFor({ state: 'hidden' })
  await one.page.getByText(/值班长 已应答 .+ 的呼叫/).waitFor()
  await sos(one.page).waitFor({ state: 'hidden' })

  await one.page.goto(`${product().url}/visual/alarm/sosCalls`)
  await one.page.getByRole('row').filter({ hasText: '已应答' }).filter({ hasText: '值班长' }).first().waitFor()
  for (const { errors } of [one, two]) expect(errors).toEqual([])
})

test('city.al.warningTransit: a target is added in the console, and its test is in the log', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, CHIEF)
  await page.goto(`${product().url}/city/alarmCenter/forwardTarget/index`)
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('值班平台')
  await form.getByLabel('地址').fill('https://alarms.example.invalid/hook')
  await form.getByLabel('签名密钥').fill('A-secret-of-24-letters-1')
  await form.getByRole('button', { name: /保存/ }).click()
  const row = page.getByRole('row').filter({ hasText: '值班平台' })
  await row.waitFor()
  await row.getByRole('button', { name: '测试' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /测试/ }).click()
  await page.goto(`${product().url}/city/alarmCenter/warningTransit/index`)
  const entry = page.getByRole('row').filter({ hasText: '值班平台' })
  await eventually(async () => {
    if ((await entry.count()) > 0) return true
    await page.reload()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return false
  }, 20_000)
  await entry.getByText('失败').first().waitFor()
  expect(errors).toEqual([])
})
