import { readFile } from 'node:fs/promises'
import { type DatabaseGate, freshDatabase, openDatabaseGate, queryOnce } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesIn } from '../../contract/platform/archives.ts'
import { openBrowser, signIn, type Windows } from '../browser.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
let windows: Windows
let source: Awaited<ReturnType<typeof freshDatabase>>
let gate: DatabaseGate
beforeAll(async () => {
  process.env.OUTBOUND_PRIVATE = '1'
  source = await freshDatabase()
  await queryOnce(
    source.url,
    `create schema city; create table city.t_bollard (id bigint primary key, name varchar(64) not null, height numeric(5,2));
     comment on table city.t_bollard is '护柱'; comment on column city.t_bollard.name is '名称'`,
  )
  gate = await openDatabaseGate(source.url)
  product = await openProduct({ lamps: 20 })
  windows = await openBrowser()
})
afterAll(async () => {
  delete process.env.OUTBOUND_PRIVATE
  await windows?.close()
  await product?.stop()
  await gate?.stop()
  await source?.drop()
})

test('dev.datasource dev.code: a data source is added and tested, a table chosen, and its code downloaded', async () => {
  const { page, errors } = await windows.open()
  const { port, username, pathname } = new URL(gate.url)
  await signIn(page, product.url)
  await page.goto(`${product.url}/develop/datasource`)
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  const fill = (name: string, value: string) => form.getByLabel(new RegExp(`^${name}\\*?$`)).fill(value)
  await fill('名称', '城市资产库')
  await fill('连接地址', `jdbc:postgresql://127.0.0.1:${port}${pathname}`)
  await fill('用户名', username)
  await fill('密码', 'any')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '测试连接' }).first().click()
  await page.getByRole('dialog').getByText('连接成功').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  const choose = async (words: string, password?: string): Promise<void> => {
    await page.getByRole('button', { name: '编辑' }).first().click()
    await form.getByRole('radio', { name: words, exact: true }).check()
    if (password) await fill('密码', password)
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '测试连接' }).first().click()
  }
  await choose('加密，并校验证书')
  await page.getByRole('dialog').getByText('数据源不支持加密连接').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  // With less encryption than before, the password must be entered again.
  await choose('不加密', 'any')
  await page.getByRole('dialog').getByText('连接成功').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()

  await page.goto(`${product.url}/develop/code`)
  await page.getByRole('button', { name: '新增' }).first().click()
  await fill('模块名', '护柱')
  const table = form.getByRole('combobox', { name: '数据表' })
  await expect.poll(() => table.isDisabled()).toBe(true)
  await form.getByRole('combobox', { name: '数据源' }).click()
  await page.getByRole('option', { name: '城市资产库' }).click()
  await table.fill('护柱')
  await page.getByRole('option', { name: 'city.t_bollard · 护柱' }).click()
  await fill('表前缀', 't_')
  await fill('服务名', 'blade-city')
  await fill('包名', 'lighting')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('checkbox', { name: '选择此行' }).first().check()
  await page
    .getByRole('toolbar', { name: '列表操作' })
    .getByRole('button', { name: /生成代码/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '生成', exact: true }).click()
  await dialog.getByText('domains/lighting/model/bollard.resource.ts').waitFor()
  const begun = page.waitForEvent('download')
  await dialog.getByRole('link', { name: '下载 lighting.bollard.zip' }).click()
  const files = await filesIn(await readFile(await (await begun).path()))
  expect(files.get('domains/lighting/model/bollard.resource.ts')).toContain(`label: ['护柱', 'Bollard']`)
  expect(files.get('README.md')).toContain('# 生成的代码')
  expect(errors).toEqual([])
})
