import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN, OPERATOR } from '../product.ts'

const LAMPS = '/city/lampmanagement/lampinformation/index'
const ROWS = 150_000
const { product, windows } = withBrowser({ lamps: 60 })

test('an import is followed from the header to the list of jobs, stopped there, and links to its rows; an export is downloaded again', async () => {
  const client = await product().client(OPERATOR)
  const { data: projects } = await client.get<{ records: { id: string }[] }>('/api/blade-system/project/authorized-list')
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await page.goto(`${product().url}${LAMPS}`)
  await page.locator('tr.ll-r-tr').first().waitFor()
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('button', { name: /^导出 \d+ 条$/ }).click()
  await (await exported).path()

  await page.locator('.ll-live--open').waitFor()
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `J${n},${(112.9 + (n % 200) / 10_000).toFixed(4)},${(28.2 + n / 1e6).toFixed(6)},100`,
  )
  const form = new FormData()
  form.append('file', new Blob([['id,lng,lat,watts', ...lines].join('\n')]), 'long.csv')
  const sent = await client.call('POST', `/api/blade-city/lamp/import?projectId=${projects.records[0]?.id}`, { body: form })
  expect(((await sent.json()) as { code: number }).code).toBe(200)
  const sign = page.getByRole('button', { name: '1 个任务进行中' })
  await sign.click()
  await page.waitForURL((url) => url.pathname === '/monitor/jobs' && url.searchParams.get('state') === 'open')
  const row = page.getByRole('row', { name: /导入灯具：long\.csv/ })
  await row.getByRole('progressbar').waitFor()
  await row.getByRole('button', { name: '停止' }).click()
  const dialog = page.getByRole('dialog', { name: '停止“导入灯具：long.csv”？' })
  await dialog.getByText('已导入的保留，可在导入详情中撤销').waitFor()
  await dialog.getByRole('button', { name: '停止' }).click()
  // The page updates running jobs without a reload: when the job ends, the sign in the header and the row disappear.
  await sign.waitFor({ state: 'detached' })
  await page.locator('.ll-pane:not([hidden])').getByText('暂无数据').waitFor()
  await page.getByRole('combobox', { name: '状态' }).selectOption('ended')
  await row.getByText('由 operator 停止，已导入的保留').waitFor()
  await expect.poll(() => row.textContent()).toContain('已停止')

  await page.getByRole('combobox', { name: '类型' }).selectOption('export')
  const again = page.waitForEvent('download')
  await page
    .getByRole('row', { name: /导出灯具/ })
    .getByRole('button', { name: '重新下载' })
    .click()
  expect((await again).suggestedFilename()).toMatch(/^灯具_\d+条_.*\.xlsx$/)

  await page.getByRole('combobox', { name: '类型' }).selectOption('import')
  await row.getByRole('link', { name: '导入详情' }).click()
  await page.getByText('由 operator 停止：余下的行没有导入').waitFor()
  expect(errors).toEqual([])
})

test('the progress of a backup is shown as a percentage', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/monitor/backup`)
  await page.getByRole('button', { name: '立即备份' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即备份' }).click()
  await page.locator('tr.ll-r-tr').first().waitFor()
  await page.goto(`${product().url}/monitor/jobs`)
  const row = page.getByRole('row', { name: /备份：lamplight-/ })
  await row.getByText('100 %').waitFor()
  expect(await row.textContent()).not.toContain('/ 100')
  expect(errors).toEqual([])
})

test('an English page on a phone shows jobs as cards', async () => {
  const { page, errors } = await windows().open('en')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, product().url, OPERATOR, 'en')
  await page.goto(`${product().url}/monitor/jobs`)
  const card = page.locator('.ll-r-card', { hasText: 'long.csv' })
  await card.getByText('Stopped', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(errors).toEqual([])
})
