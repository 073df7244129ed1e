import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 20, first: true })

test('mon.usual mon.api mon.error mon.client grp.monitor.log: each log has a read-only page with its entries', async () => {
  const leaving = await product().client()
  await leaving.get('/api/blade-system/param/detail', { id: '987654' })
  await leaving.post('/api/blade-auth/oauth/logout', [{ type: 'error', message: 'boom in the map', url: '/city/map/index' }])
  const kept = { paramName: '钥', paramKey: 'shown.secret', paramValue: 'first-one' }
  const made = await product().client()
  const param = await made.post<{ id: string }>('/api/blade-system/param/submit', kept)
  const again = await made.post('/api/blade-system/param/submit', { ...kept, id: param.data.id, paramValue: 'second-one' })
  expect(again.code, again.msg).toBe(200)
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  for (const [kind, title, text] of [
    ['usual', '通用日志', '演示城市已生成'],
    ['api', '接口日志', '/api/blade-system/param/detail'],
    ['error', '错误日志', '异常'],
    ['client', '前端错误', 'boom in the map'],
    ['audit', '审计日志', '来源地址'],
  ] as const) {
    await page.goto(`${product().url}/monitor/log/${kind}`)
    await page.getByText(title, { exact: true }).first().waitFor()
    await page.getByText(text).first().waitFor()
    expect(await page.getByRole('button', { name: '新增' }).count()).toBe(0)
  }
  await page.getByText('参数键值: 已设置 → 已更改').first().waitFor()
  expect(await page.getByText(/(first|second)-one/).count()).toBe(0)
  const english = await windows().open('en')
  await signIn(english.page, product().url, ADMIN, 'en')
  // Titles of calls and server log lines are in the language of the page.
  await english.page.goto(`${product().url}/monitor/log/api`)
  await english.page.getByText('Parameter: add or change').first().waitFor()
  expect(await english.page.getByText('系统参数新增或修改').count()).toBe(0)
  await english.page.goto(`${product().url}/monitor/log/usual`)
  await english.page.getByText('demo city made').first().waitFor()
  await english.page.goto(`${product().url}/monitor/log/client`)
  await english.page.getByText('boom in the map').first().waitFor()
  await english.page.getByText('Console errors', { exact: true }).first().waitFor()
  expect([...errors, ...english.errors]).toEqual([])
})
