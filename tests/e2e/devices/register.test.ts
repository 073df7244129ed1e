import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 60 })

test('city.mt.offlineDiagnose: a device is diagnosed, replaced, and the replacement undone, from one page', async () => {
  const operator = await product().client(OPERATOR)
  const { data } = await operator.get<{ records: { id: string; sn: string; name: string }[] }>('/api/blade-device/trashdevice/list', {
    size: 1,
  })
  const bin = data.records[0]
  if (!bin) throw new Error('the demo city has no bin')
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  // At first the page lists offline devices only; the choice of another state is kept in the address.
  await page.goto(`${product().url}/city/maintenance/offlineDiagnose/index`)
  expect(await page.getByLabel('状态', { exact: true }).inputValue()).toBe('4')
  await page.getByLabel('状态', { exact: true }).selectOption('')
  expect(new URL(page.url()).searchParams.get('status')).toBe('all')
  const find = page.getByLabel('编号或名称')
  await find.fill(bin.sn)
  await find.press('Enter')
  await page.locator('tr.ll-r-tr').filter({ hasText: bin.sn }).getByRole('checkbox').check()
  await page.getByRole('button', { name: '诊断 1 台' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('设备在线').first().waitFor()
  expect(await dialog.locator('ol li').count()).toBe(8)
  await dialog.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '更换', exact: true }).click()
  await dialog.getByLabel('新设备序列号').fill('TRASH-NEW-1')
  await dialog.getByRole('button', { name: '更换', exact: true }).click()
  await dialog.getByRole('heading', { name: `${bin.sn} 已更换为 TRASH-NEW-1` }).waitFor()
  expect((await operator.get<object>(`/api/blade-device/device/${bin.id}`)).data).toMatchObject({ activated: 0, gatewayId: '' })
  await dialog.getByRole('button', { name: '撤销更换' }).click()
  await page.getByText('更换已撤销').waitFor()
  expect((await operator.get<object>(`/api/blade-device/device/${bin.id}`)).data).toMatchObject({ activated: 1, name: bin.name })
  expect(errors).toEqual([])
})
