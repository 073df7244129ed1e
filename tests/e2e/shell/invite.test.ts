import { expect, test } from 'vitest'
import { closeList, signIn, withBrowser } from '../browser.ts'
import { ADMIN, OPERATOR } from '../product.ts'

const PASSWORD = 'Invited-2026'
const { product, windows } = withBrowser({ lamps: 200 })

test('pub.invite-link frm.info.invite rt.info.index sysm.invite: a user is invited by link, registers on a phone, is approved, and has the invited role', async () => {
  const host = await windows().open('zh')
  await signIn(host.page, product().url, ADMIN, 'zh')
  await host.page.goto(`${product().url}/info/index`)
  await host.page.getByRole('tab', { name: '邀请链接' }).click()
  await host.page.getByRole('combobox', { name: '角色' }).click()
  await host.page.getByRole('option', { name: '超级管理员' }).click()
  await host.page.keyboard.press('Escape')
  await host.page.getByRole('button', { name: '生成邀请' }).click()
  const link = await host.page.getByLabel('邀请链接', { exact: true }).getByRole('textbox').last().inputValue()
  expect(link).toMatch(/\/invite_link\?s=[\w-]{8}$/)
  await host.page.getByRole('img', { name: '二维码' }).waitFor()

  // The list shows the link with copy button and QR code, and the module's name.
  await host.page.goto(`${product().url}/system/invite`)
  const invited = host.page.getByRole('row').filter({ hasText: link.slice(link.indexOf('/invite_link')) })
  await invited.getByText('太阳能').waitFor()
  expect(await invited.getByRole('link', { name: '/invite_link' }).getAttribute('href')).toBe(link)
  await invited.getByRole('button', { name: '复制' }).waitFor()
  await invited.getByRole('button', { name: '二维码' }).click()
  const download = host.page.waitForEvent('download')
  await host.page.getByRole('link', { name: '下载 PNG' }).click()
  expect((await download).suggestedFilename()).toMatch(/^invitation-[\w-]{8}\.png$/)
  expect(await invited.textContent()).not.toMatch(/CITY|[\w-]{20,}/)

  const guest = await windows().open('en')
  await guest.page.setViewportSize({ width: 360, height: 740 })
  await guest.page.goto(link)
  // The page uses the language of the browser; a button switches to the other language.
  await guest.page.getByRole('heading', { name: 'You are invited' }).waitFor()
  await guest.page.getByRole('button', { name: '中文' }).click()
  await guest.page.getByRole('heading', { name: '邀请注册' }).waitFor()
  await guest.page.getByRole('button', { name: 'English' }).click()
  expect(await guest.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const fill = (label: string, value: string) => guest.page.getByLabel(label, { exact: true }).fill(value)
  await fill('Name', 'Wang Fang')
  await fill('Mobile', '13811112222')
  await fill('Account', 'wangfang')
  await fill('Password', PASSWORD)
  await fill('Confirm password', 'another')
  await guest.page.getByRole('button', { name: 'Submit' }).click()
  await guest.page.getByText('The passwords do not match').waitFor()
  await fill('Confirm password', PASSWORD)
  await guest.page.getByRole('button', { name: 'Submit' }).click()
  await guest.page.getByRole('heading', { name: 'Registration submitted' }).waitFor()
  await guest.page.reload()
  await guest.page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()

  await host.page.goto(`${product().url}/system/registerInfo`)
  await host.page.getByText('wangfang').first().waitFor()
  const admin = await product().client(ADMIN)
  const waiting = await admin.get<{ records: { id: string }[] }>('/api/blade-auth/invite/registerInfo/page', { account: 'wangfang' })
  const row = host.page.getByRole('row').filter({ hasText: 'wangfang' })
  await row.getByRole('button', { name: '通过' }).click()
  await host.page.getByRole('dialog').getByRole('button', { name: /通过/ }).click()
  await expect
    .poll(
      async () =>
        (await admin.get<{ status: number }>('/api/blade-auth/invite/registerInfo/detail', { id: waiting.data.records[0]?.id })).data
          .status,
    )
    .toBe(1)

  const member = await windows().open('zh')
  await member.page.goto(`${product().url}/login`)
  await member.page.getByLabel('账号', { exact: true }).fill('wangfang')
  await member.page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await member.page.getByRole('button', { name: '登录', exact: true }).click()
  await member.page.waitForURL((at) => !at.pathname.includes('login'))
  expect([...host.errors, ...guest.errors, ...member.errors]).toEqual([])
})

test('sysm.invite: an area manager, who may not list roles, users and departments, is offered the roles that they may give, and no filter by inviter', async () => {
  const admin = await product().client(ADMIN)
  const { data: roles } = await admin.get<{ records: { id: string; roleAlias: string }[] }>('/api/blade-system/role/list', {
    tenantId: OPERATOR.tenantId,
    size: 100,
  })
  const found = (roles.records ?? (roles as unknown as typeof roles.records)).find(({ roleAlias }) => roleAlias === 'areaManager')
  const who = { tenantId: OPERATOR.tenantId, account: 'east_manager', password: PASSWORD }
  const made = await admin.post('/api/blade-user/submit', { ...who, realName: '东区', roleId: found?.id })
  expect(made.code, made.msg).toBe(200)
  const { page, errors } = await windows().open('zh')
  await signIn(page, product().url, who, 'zh')
  await page.goto(`${product().url}/system/invite`)
  await page.getByRole('heading', { name: '邀请' }).first().waitFor()
  await page.getByRole('search').first().waitFor()
  expect(await page.getByRole('search').getByText('邀请人').count()).toBe(0)
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: '角色' }).click()
  await page.getByRole('option', { name: '访客' }).click()
  expect(await page.getByRole('option').allTextContents()).not.toContain('管理员')
  await closeList(page)
  expect(await form.textContent()).not.toContain('没有查看这类数据的权限')
  expect(errors).toEqual([])
})
