import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 20 })

interface Lamp {
  readonly name: string
  readonly projectId: string
}

/** Selects only that lamp in the list and opens the dialog that turns it off. */
const closing = async (page: Page, name: string) => {
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index?name=${encodeURIComponent(name)}`)
  await page.locator('tr.ll-r-tr', { hasText: name }).first().getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '列表操作' }).getByRole('button', { name: '关灯 1 盏' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 盏，1 个网关').waitFor()
  return dialog
}

test('dlg.closeLamp rule.closelamp.duration rule.closelamp.enabled rule.closelamp.head rule.closelamp.ok: lamps are switched off for seconds or permanently, also one head of two', async () => {
  const client = await product().client()
  const { data } = await client.get<{ records: Lamp[] }>('/api/blade-city/lamp/list', { current: 1, size: 1 })
  const [one] = data.records as [Lamp]
  const form = new FormData()
  const rows = [
    '灯具编号,名称,经度,纬度,功率,控制器序列号,控制柜',
    'T1,双灯甲,112.1,28.1,100,TWIN-1,双灯柜',
    'T2,双灯乙,112.1,28.1,60,TWIN-1,双灯柜',
  ]
  form.append('file', new Blob([rows.join('\n')]), 'twin.csv')
  const sent = await client.call('POST', `/api/blade-city/lamp/import?projectId=${one.projectId}`, { body: form })
  const { uploadId } = ((await sent.json()) as { data: { uploadId: string } }).data
  await expect
    .poll(async () => (await client.get<{ status: number }>('/api/blade-city/lamp/import/status', { uploadId })).data.status, {
      timeout: 15_000,
    })
    .toBe(2)
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const send = async (dialog: ReturnType<Page['getByRole']>): Promise<Record<string, unknown>> => {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/controller/batch/command'))
    await dialog.getByRole('button', { name: '关灯 1 盏' }).click()
    const { code, data: made } = (await (await answered).json()) as { code: number; data: { batchId: string } }
    expect(code).toBe(200)
    await page.getByText('指令已下发：1 盏').waitFor()
    return (await client.get<Record<string, unknown>>('/api/blade-city/commandrecord/detail', { id: made.batchId })).data
  }

  const dialog = await closing(page, one.name)
  const seconds = dialog.getByLabel('时长（1–3600 秒）')
  const sending = dialog.getByRole('button', { name: '关灯 1 盏' })
  await expect.poll(() => seconds.inputValue()).toBe('10')
  expect(await dialog.getByText('灯头').count()).toBe(0)
  for (const wrong of ['0', '3601', '1.5', '']) {
    await seconds.fill(wrong)
    await dialog.getByText('请输入 1 到 3600 之间的整数').waitFor()
    await expect.poll(() => sending.isDisabled()).toBe(true)
  }
  expect(await dialog.getByLabel('原因').count()).toBe(0)
  await dialog.getByText('永久', { exact: true }).click()
  await expect.poll(() => seconds.isDisabled()).toBe(true)
  await dialog.getByText('不限时的手动控制须填写原因，记入指令记录').waitFor()
  await expect.poll(() => sending.isDisabled()).toBe(true)
  await dialog.getByLabel('原因').fill('  ')
  expect(await sending.isDisabled()).toBe(true)
  await dialog.getByLabel('原因').fill('抢修')
  await expect.poll(() => sending.isEnabled()).toBe(true)
  await dialog.getByText('临时', { exact: true }).click()
  await expect.poll(() => seconds.isEnabled()).toBe(true)
  await seconds.fill('3600')
  expect(await send(dialog)).toMatchObject({ duration: 3600, lampSelect: -1, reason: '' })
  await dialog.getByRole('button', { name: '关闭' }).first().click()

  const other = await closing(page, '双灯甲')
  await other.getByText('灯头', { exact: true }).waitFor()
  await other.getByText('辅灯', { exact: true }).click()
  await other.getByText('永久', { exact: true }).click()
  await other.getByLabel('原因').fill('灯杆更换')
  const closed = await send(other)
  expect(closed).toMatchObject({ duration: -1, lampSelect: 1, reason: '灯杆更换' })
  await page.goto(`${product().url}/city/controlCenter/commandRecord/index/details?id=${String(closed.id)}`)
  await page.locator('.ll-batch-facts').getByText('灯杆更换').waitFor()
  expect(errors).toEqual([])
})

test('in English a lamp is dimmed without an end only with a reason, which the record shows', async () => {
  const client = await product().client()
  const { data } = await client.get<{ records: Lamp[] }>('/api/blade-city/lamp/list', { current: 1, size: 1 })
  const name = data.records[0]?.name ?? ''
  const { page, errors } = await windows().open('en')
  await signIn(page, product().url, ADMIN, 'en')
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index?name=${encodeURIComponent(name)}`)
  await page.locator('tr.ll-r-tr', { hasText: name }).first().getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: /^Dim/ }).click()
  const dialog = page.getByRole('dialog')
  const sending = dialog.getByRole('button', { name: /^Dim 1/ })
  await expect.poll(() => sending.isEnabled()).toBe(true)
  await dialog.getByText('No end', { exact: true }).click()
  await dialog.getByText('A command without an end needs a reason; it is kept in the command record').waitFor()
  await expect.poll(() => sending.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('Road works until spring')
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/controller/batch/command'))
  await sending.click()
  const { code, data: made } = (await (await answered).json()) as { code: number; data: { batchId: string } }
  expect(code).toBe(200)
  await page.goto(`${product().url}/city/controlCenter/commandRecord/index/details?id=${made.batchId}`)
  await page.locator('.ll-batch-facts').getByText('Road works until spring').waitFor()
  expect(errors).toEqual([])
})
