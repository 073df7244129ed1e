import { envelope, stampOf } from '@lamplight/charging/server'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const BASE = '/visual/equipmentMana/chargingPile'
const { product, windows } = withBrowser({ lamps: 20 })

test('vis.charging vis.chargeOrder vis.energyBill rule.charging.modify: the virtual operators push piles and orders; an order is modified, and the bill shows its station', async () => {
  const client = await product().client()
  const add = async (what: string, body: object): Promise<string> =>
    (await client.post<{ id: string }>(`/api/blade-charging/${what}/submit`, body)).data.id
  const by = { kind: 1, operatorId: 'MA5BROWSE', secret: 'signing-secret-of-a-test' }
  const operatorId = await add('operator', { name: '浏览器测试', ...by })
  const stationId = await add('station', { name: '测试充电站', stationId: 'E2E-1', operatorId })
  await add('pile', { sn: 'E2E-1-01', stationId })
  const [startChargeSeq, end] = [`${by.operatorId}${'7'.repeat(18)}`, Date.now() - 60_000]
  const order = {
    StartChargeSeq: startChargeSeq,
    ConnectorID: 'E2E-1-01',
    StartTime: stampOf(end - 3_600_000),
    EndTime: stampOf(end),
    TotalPower: 30,
    TotalElecMoney: 24,
    TotalSeviceMoney: 12,
    TotalMoney: 36,
    StopReason: 0,
  }
  const pushed = await fetch(`${product().url}/api/blade-charging/evcs/${operatorId}/notification_charge_order_info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope(by, order, Date.now())),
  })
  expect(pushed.status).toBe(200)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}${BASE}/index`)
  const pile = page.getByRole('row', { name: /J1001-01/ })
  await pile.getByText(/空闲|占用/).waitFor()
  await pile.getByText('中心广场充电站').first().waitFor()

  await page.goto(`${product().url}${BASE}/order?startChargeSeq=${startChargeSeq}`)
  const row = page.getByRole('row', { name: new RegExp(startChargeSeq) })
  await row.getByRole('button', { name: '修改订单' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('充电结束').or(dialog.getByText('新增')).first().waitFor()
  await dialog.getByLabel('总金额').fill('12.34')
  await dialog.getByLabel('修改原因').fill('客户投诉，减免')
  const line = dialog.getByRole('row', { name: /总金额/ })
  await line.getByText('12.34').waitFor()
  expect((await line.textContent())?.replaceAll(',', '')).toContain('36.00')
  await dialog.getByRole('button', { name: '修改并结算' }).click()
  await row.getByText('已结算').waitFor()
  const { data } = await client.get<{ total: string; formerTotal: string }>('/api/blade-charging/jscChargingPile/queryChargeOrder', {
    startChargeSeq,
  })
  expect(data).toMatchObject({ total: '12.34', formerTotal: '36', reason: '客户投诉，减免' })

  await page.goto(`${product().url}${BASE}/energyBill`)
  await page
    .getByRole('row', { name: /测试充电站/ })
    .first()
    .waitFor()
  expect(errors).toEqual([])
})
