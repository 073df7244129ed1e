import { eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from './browser.ts'
import { OPERATOR, openProduct, type Product } from './product.ts'

const LIST = '/city/alarmCenter/abnormalDiagnose/index'
let product: Product
let windows: Windows
let sn = ''
interface Found {
  readonly id: string
  readonly sn: string
  readonly status: number
}
beforeAll(async () => {
  product = await openProduct({ lamps: 400, config: { DEMO_NIGHTS: '4' } })
  windows = await openBrowser()
  const client = await product.client(OPERATOR)
  // The past nights of the demo city have dark lamps; they are judged half a minute after the start.
  const found = await eventually(async () => {
    const { data } = await client.get<{ records: Found[] }>('/api/blade-alarm/abnormalDiagnoseRecord/page', { kind: 1, status: 1, size: 5 })
    expect(data.records.length).toBeGreaterThan(0)
    return data.records[0]
  }, 120_000)
  sn = found!.sn
}, 240_000)
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test('city.al.diagnose: a finding shows its night beside a healthy neighbour; a dismissal leads to the correction of the lamp', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url, OPERATOR)
  await page.goto(`${product.url}${LIST}?sn=${sn}`)
  await page.getByRole('link', { name: sn }).first().click()
  await page
    .getByText(/夜间功率为同组的/)
    .first()
    .waitFor()
  await page.locator('.ll-diagnosis-curves canvas').first().waitFor()
  await page.getByText('对照灯具').first().waitFor()
  await page.getByRole('button', { name: '表', exact: true }).first().click()
  await page.getByRole('columnheader', { name: /对照灯具/ }).waitFor()

  await page.getByRole('button', { name: /驳回/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('应更正的内容').waitFor()
  await dialog.getByRole('button', { name: /驳回/ }).click()
  await page.waitForURL(/lampinformation\/details.*edit=/)
  await page.getByLabel('额定功率').first().waitFor()

  await page.goto(`${product.url}${LIST}?sn=${sn}`)
  await page.getByText('已驳回').first().waitFor()
  await page.getByText('待更正').first().waitFor()
  expect(errors).toEqual([])
})

test('city.mt.faultCheck: thresholds are set in English, with a hint at each', async () => {
  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, OPERATOR, 'en')
  await page.goto(`${product.url}/city/maintenance/faultCheckConfig/index?create=1`)
  await page.getByLabel('Name').first().fill('Strict')
  await page.getByLabel('Nights of proof').fill('3')
  await page.getByText('A candidate is a fault after it has shown in so many nights').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|Add/ })
    .last()
    .click()
  await page.getByRole('link', { name: 'Strict' }).waitFor()
  expect(errors).toEqual([])
})
