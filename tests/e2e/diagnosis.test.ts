import { queryOnce } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from './browser.ts'
import { OPERATOR, openProduct, type Product } from './product.ts'

const LIST = '/city/alarmCenter/abnormalDiagnose/index'
let product: Product
let windows: Windows
let sn = ''
const [LAMP, NEIGHBOUR] = [0, 1]
/** A finding of the last night: a lamp that drew 0.5 W, beside one that drew 100 W. */
const RECORD = `
with lamps as (
  select device_id, sn, lamp_id, row_number() over (order by sn) - 1 as n from (
    select r.device_id, r.sn, l.lamp_id from devices_registered r join lighting_loads l on l.device_id = r.device_id and l.lamp_id is not null
    where r.tenant_id = '100001' and r.type = 4 and r.activated order by r.sn limit 2) f
), night as (
  select ((now() at time zone 'Asia/Shanghai') - interval '36 hours')::date as day
), readings as (
  insert into devices_telemetry (device_id, tenant_id, at, power, dim, is_on)
  select d.device_id, '100001', (t.day + interval '18 hours') at time zone 'Asia/Shanghai' + s * interval '15 minutes',
    case d.n when ${LAMP} then 0.5 else 100 end, 100, true
  from lamps d cross join night t cross join generate_series(0, 47) s on conflict do nothing
)
insert into diagnosis_record (id, tenant_id, kind, status, sn, name, device_id, device_type, lamp_id, neighbour_id, nights, proof, clean, test_state, correction,
  first_day, last_day, value, threshold, evidence, evidence_en, found_at)
select 7, '100001', 1, 1, a.sn, a.sn, a.device_id, 4, a.lamp_id, b.device_id, 2, 1, 0, 0, 0, to_char(t.day, 'YYYY-MM-DD'), to_char(t.day, 'YYYY-MM-DD'),
  0.005, 0.3, '夜间功率为同组的 0.5 %（阈值 30 %）', 'Power by night is 0.5 % of its group (limit 30 %)', now()
from lamps a join lamps b on b.n = ${NEIGHBOUR} cross join night t where a.n = ${LAMP} returning sn`

beforeAll(async () => {
  product = await openProduct({ lamps: 60 })
  windows = await openBrowser()
  const days = "select devices_telemetry_partition((now() - d * interval '1 day')::date) from generate_series(0, 3) d"
  await queryOnce(product.databaseUrl, days)
  sn = (await queryOnce<{ sn: string }>(product.databaseUrl, RECORD))[0]?.sn ?? ''
})
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
    .locator('.ll-diagnosis-top')
    .getByText(/夜间功率为同组的/)
    .waitFor()
  const curves = page.locator('.ll-diagnosis-curves')
  await curves.locator('canvas').first().waitFor()
  await curves.getByText('对照灯具:').waitFor()
  await curves.getByRole('button', { name: '表', exact: true }).first().click()
  await curves.getByRole('columnheader', { name: /对照灯具/ }).waitFor()

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
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').first().fill('Strict')
  await form.getByLabel('Nights to confirm').fill('3')
  await page.getByText('A candidate becomes a fault after this many nights').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|Add/ })
    .last()
    .click()
  await page.getByRole('link', { name: 'Strict' }).waitFor()
  expect(errors).toEqual([])
})
