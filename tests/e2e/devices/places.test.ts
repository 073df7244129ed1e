import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMap, signIn, typeCredentials, withBrowser } from '../browser.ts'

const S = '/api/blade-system'
const { product, windows } = withBrowser({ lamps: 150 })
const made = async (path: string, body: object): Promise<string> => {
  const client = await product().client()
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data.id
}
const choose = async (page: Page, box: string, option: RegExp): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: box }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('city.area: an area is moved in a dialog that shows what moves with it', async () => {
  const other = await made(`${S}/area/submit`, { areaName: '目标区', sort: 1 })
  const client = await product().client()
  const { data: counts } = await client.get<{ areaId: string; resource: string; count: number }[]>(`${S}/area/counts`)
  const lamps = counts.find((one) => one.resource === 'lighting.lamp')
  const { data: area } = await client.get<{ areaName: string }>(`${S}/area/detail`, { id: lamps?.areaId })
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/basis/area/details?id=${lamps?.areaId}`)
  await page.getByRole('button', { name: '移动', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`灯具 ${lamps?.count}`).waitFor()
  await choose(page, '移动到', /目标区/)
  await dialog.getByRole('button', { name: '移动 1 项' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await client.get<{ areaFullName: string }>(`${S}/area/detail`, { id: lamps?.areaId })).data.areaFullName).toBe(
    `目标区/${area.areaName}`,
  )
  expect((await client.post(`${S}/area/moveArea`, { ids: [lamps?.areaId], parentId: '' })).code).toBe(200)
  expect(other).not.toBe('')
  expect(errors).toEqual([])
})

test('city.area: the region of an area is chosen from province to district, and shown by its name', async () => {
  const id = await made(`${S}/area/submit`, { areaName: '选区', sort: 3 })
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/basis/area/details?id=${id}`)
  await page.getByRole('button', { name: '编辑', exact: true }).first().click()
  await choose(page, '省', /^湖南$/)
  await choose(page, '市', /^长沙$/)
  await choose(page, '区县', /^芙蓉区$/)
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('湖南 长沙 芙蓉区').first().waitFor()
  const client = await product().client()
  expect((await client.get<{ regionCode: string }>(`${S}/area/detail`, { id })).data.regionCode).toBe('430102')
  expect(errors).toEqual([])
})

test('city.area: the boundary of an area is drawn on the map, edited and saved', async () => {
  const id = await made(`${S}/area/submit`, { areaName: '画界区', sort: 2 })
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/basis/area/details?id=${id}`)
  await page.getByRole('button', { name: '绘制边界' }).click()
  const box = await page.locator('.ll-boundary .ll-map-host').boundingBox()
  if (!box) throw new Error('there is no map')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  for (const [x, y] of [at(0.35, 0.3), at(0.6, 0.3), at(0.6, 0.7)]) {
    await page.mouse.click(x, y)
    await page.waitForTimeout(350)
  }
  await expect.poll(() => page.locator('.ll-map-corner-dot').count()).toBe(3)
  await page.getByRole('button', { name: '保存边界' }).click()
  await page.getByRole('button', { name: '修改边界' }).waitFor()
  const client = await product().client()
  const { data } = await client.get<{ boundary: { coordinates: number[][][] } }[]>(`${S}/area/boundaries`, { areaId: id })
  const ring = data[0]?.boundary.coordinates[0] ?? []
  expect(ring.length).toBe(4)

  await page.getByRole('button', { name: '修改边界' }).click()
  const corner = page.locator('.ll-map-corner-dot').first()
  await corner.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => corner.evaluate((dot) => dot === document.activeElement)).toBe(true)
  await page.locator('.ll-map-between').first().press('Enter')
  await expect.poll(() => page.locator('.ll-map-corner-dot').count()).toBe(4)
  await page.locator('.ll-boundary .ll-map-host').press('Enter')
  await expect.poll(() => page.locator('.ll-map-corner-dot').count()).toBe(5)
  await page.locator('.ll-map-corner-dot').last().press('Delete')
  await expect.poll(() => page.locator('.ll-map-corner-dot').count()).toBe(4)
  await page.getByRole('button', { name: '保存边界' }).click()
  await page.getByRole('button', { name: '修改边界' }).waitFor()
  const bent = (await client.get<typeof data>(`${S}/area/boundaries`, { areaId: id })).data[0]?.boundary.coordinates[0] ?? []
  expect([bent.length, bent[0]?.[0]]).toEqual([5, ring[0]?.[0]])
  expect(bent[0]?.[1]).toBeLessThan(ring[0]?.[1] ?? 0)
  expect(errors).toEqual([])
})

test('city.project: projects are moved below a new parent', async () => {
  const one = await made(`${S}/project/submit`, { name: '并一', type: 2, sort: 8 })
  await made(`${S}/project/submit`, { name: '并二', type: 2, sort: 9 })
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/basis/project/details?id=${one}`)
  const button = page.getByRole('button', { name: '移到新的上级' })
  if (!(await button.isVisible().catch(() => false))) await page.getByRole('button', { name: /更多/ }).first().click()
  await page.getByText('移到新的上级').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('上级项目名称').fill('合并项目')
  await dialog.getByRole('button', { name: '移到“合并项目”下' }).click()
  await dialog.waitFor({ state: 'detached' })
  const client = await product().client()
  expect((await client.get(`${S}/project/detail`, { id: one })).data.parentName).toBe('合并项目')
  expect(errors).toEqual([])
})

test('city.areaManage city.mapJump sysm.builder sysm.unit: each list opens from the menu and shows its rows', async () => {
  const client = await product().client()
  const { data: areas } = await client.get<{ id: string; areaName: string }[]>(`${S}/area/list`)
  const area = areas[0]
  await made(`${S}/areaManage/submit`, { areaId: area?.id, userIds: client.userId })
  await made(`${S}/mapJumpArea/save`, { areaId: area?.id, areaName: '火车站', longitude: '112.95', latitude: '28.2', zoom: 15 })
  await made(`${S}/builder/submit`, { name: '光明建设' })
  await made(`${S}/unit/submit`, { name: '城管局' })
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  for (const [path, text] of [
    ['/city/basis/areaManage', area?.areaName],
    ['/city/map/jumpArea', '火车站'],
    ['/system/builder', '光明建设'],
    ['/system/unit', '城管局'],
  ] as const) {
    await page.goto(product().url + path)
    await page
      .locator('tr.ll-r-tr', { hasText: text ?? '?' })
      .first()
      .waitFor()
  }
  expect(errors).toEqual([])
})

test('city.map: the area panel counts lamps; a jump area moves the map there; a lamp is placed after a confirmation', async () => {
  const client = await product().client()
  const { data } = await client.get<{ records: { id: string; lampControlId: string; longitude: string }[] }>('/api/blade-city/lamp/list', {
    current: 1,
    size: 1,
  })
  const lamp = data.records[0]
  if (!lamp) throw new Error('there is no lamp')
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  await page.getByRole('button', { name: '区域', exact: true }).click()
  await expect.poll(() => page.locator('.ll-city-areas .ll-f-unit').first().textContent(), { timeout: 10_000 }).toMatch(/^\d+$/)
  await page.getByRole('combobox', { name: '跳转到…' }).selectOption({ label: '火车站' })
  await page.goto(`${product().url}/city/map/index?lamp=${lamp.lampControlId}`)
  await page.getByRole('button', { name: '移动灯具' }).click()
  const handle = page.locator('.ll-map-place')
  await handle.waitFor()
  // The map first flies to the lamp.
  const still = async (): Promise<boolean> => {
    const before = await handle.boundingBox()
    await page.waitForTimeout(300)
    return JSON.stringify(before) === JSON.stringify(await handle.boundingBox())
  }
  await expect.poll(still, { timeout: 10_000 }).toBe(true)
  const box = await handle.boundingBox()
  if (!box) throw new Error('there is no handle')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 40, { steps: 6 })
  await page.mouse.up()
  await page.getByRole('dialog').getByRole('button', { name: '移动' }).click()
  await expect.poll(async () => (await client.get('/api/blade-city/lamp/detail', { id: lamp.id })).data.longitude).not.toBe(lamp.longitude)
  expect(errors).toEqual([])
})

test('at 390 px every button at the top of the city map is inside the window, and the jump areas can be chosen', async () => {
  const { data: areas } = await (await product().client()).get<{ id: string }[]>(`${S}/area/list`)
  await made(`${S}/mapJumpArea/save`, { areaId: areas[0]?.id, areaName: '汽车站', longitude: '112.95', latitude: '28.2', zoom: 15 })
  const { page, errors } = await windows().open()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product().url)
  await openMap(page, product().url)
  const jump = page.getByRole('combobox', { name: '跳转到…' })
  await jump.waitFor()
  const outside = () =>
    page
      .locator('.ll-city-top > *, .ll-city-top button, .ll-city-top select')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML))
  expect(await outside()).toEqual([])
  expect((await page.locator('.ll-city-search').boundingBox())?.width).toBeGreaterThan(120)
  await jump.selectOption({ label: '汽车站' })
  expect(errors).toEqual([])
})

test('area.amap rt.city.mapScreen rt.amap.map rt.visual.amap rt.visual.newAmap inst.map menu.keepalive.amap: the map opens at every address used by existing consoles', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  for (const path of ['/city/mapScreen', '/amap/map/index', '/visual/amap', '/visual/newAmap/index', '/intelligentInstitute/map/index']) {
    await page.goto(product().url + path)
    await page.locator('.ll-map-legend:visible').waitFor()
    expect(await page.locator('.ll-bar:visible').count()).toBe(0)
  }
  // The lamps here are those of a city: the map of the institutes shows none of them.
  await page.getByText('没有院所类型项目的灯具').waitFor()
  expect(errors).toEqual([])
})

test('pub.fastMap: the link shows the lamps without an account, and says when it has expired', async () => {
  const client = await product().client()
  const { data: counts } = await client.get<{ areaId: string; resource: string; count: number }[]>(`${S}/area/counts`)
  const areaId = counts.find((one) => one.resource === 'lighting.lamp')?.areaId
  const share = { name: '东区夜景', areaId, expireTime: '2099-01-01 00:00:00' }
  const id = await made(`${S}/mapShare/submit`, share)
  const { data } = await client.get<{ shareCode: string }>(`${S}/mapShare/detail`, { id })
  const { page, errors } = await windows().open()
  await page.goto(`${product().url}/fastMap?code=${data.shareCode}`)
  await page.getByRole('heading', { name: '东区夜景' }).waitFor()
  await expect
    .poll(async () => (await page.locator('.ll-map-legend-count').allTextContents()).some((text) => text !== '0'), { timeout: 10_000 })
    .toBe(true)
  await made(`${S}/mapShare/submit`, { ...share, id, expireTime: '2001-01-01 00:00:00' })
  await page.reload()
  await page.getByText('该分享不存在或已过期').waitFor()
  expect(errors).toEqual([])
})

test('sales.role sales.dept sales.area sales.areaManage sales.project sales.device: each page shows the rows of the chosen tenant only', async () => {
  const admin = await product().client()
  const { data: roles } = await admin.get<{ id: string; roleAlias: string }[]>(`${S}/role/list`, { tenantId: '100001' })
  const who = { tenantId: '100001', account: 'seller', password: 'Seller-001', realName: '销售' }
  await made('/api/blade-user/submit', { ...who, roleId: roles.find((role) => role.roleAlias === 'sales')?.id })
  const seller = await product().client(who)
  const { data: tenant } = await seller.post<{ tenantId: string }>('/api/blade-sales/tenant/submit', { tenantName: '演示' })
  const own = { tenantId: tenant.tenantId }
  const projects = await seller.post<{ ids: string[] }>('/api/blade-sales/tenant/projects', { ...own, projects: [{ name: '一期工程' }] })
  await seller.post('/api/blade-sales/tenant/town', { ...own, projectId: projects.data.ids[0], lamps: 20 })
  const { page, errors } = await windows().open()
  await typeCredentials(page, product().url, who)
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  for (const [path, text] of [
    ['role', '管理员'],
    ['project', '一期工程'],
    ['device', /LC/],
  ] as const) {
    await page.goto(`${product().url}/sales/${path}?tenantId=${tenant.tenantId}`)
    await page.locator('main').getByText(text).first().waitFor()
  }
  for (const path of ['dept', 'area', 'areaManage']) {
    await page.goto(`${product().url}/sales/${path}?tenantId=${tenant.tenantId}`)
    await page.locator('tbody tr').first().waitFor()
  }
  // The form of a row is filled from the chosen tenant and saves there; its references offer rows of that tenant.
  await page.goto(`${product().url}/sales/project?tenantId=${tenant.tenantId}`)
  await page.getByText('编辑', { exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/项目名称/).fill('二期工程')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await page.locator('tbody').getByText('二期工程').waitFor()
  expect(new URL(page.url()).searchParams.get('tenantId')).toBe(tenant.tenantId)
  await page.goto(`${product().url}/sales/role?tenantId=${tenant.tenantId}`)
  await page.getByText('权限设置', { exact: true }).first().click()
  await page.getByRole('dialog').getByRole('treeitem').first().waitFor()
  // The address with the id of a tenant of somebody else shows nothing of that tenant.
  await page.goto(`${product().url}/sales/role?tenantId=000000`)
  await page.locator('tr', { hasText: '管理员' }).first().waitFor()
  await expect.poll(() => page.locator('main').textContent()).not.toContain('超级管理员')
  expect(errors).toEqual([])
})
