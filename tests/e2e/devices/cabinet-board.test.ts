import { eventually } from '@lamplight/testing'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const COUNT = 20
const { product, windows } = withBrowser({ lamps: 20, config: { DEMO_DEVICES: '0' } })

const label = (zh: string, en: string) => [zh, en]
const flag = (zh: string, en: string) => ({ label: label(zh, en), type: 'boolean', history: true })
const turn = (zh: string, en: string, property: string) => ({
  label: label(zh, en),
  input: { on: { kind: 'flag', label: label('开启', 'On'), required: true } },
  proves: { [property]: 'on' },
})
const number = (zh: string, en: string, unit: string) => ({ label: label(zh, en), unit, min: 0, max: 60, decimals: 1, history: true })
/** Unit products: a heater, a lock, a socket and two sensors. */
const UNITS = [
  ['HEAT', '加热器', { properties: { heating: flag('加热状态', 'Heating') }, commands: { heat: turn('加热', 'Heat', 'heating') } }],
  ['LOCK', '门锁', { properties: { locked: flag('锁定', 'Locked') }, commands: { lock: turn('上锁', 'Lock', 'locked') } }],
  ['SOCKET', '插座', { properties: { closed: flag('通电', 'Powered') }, commands: { switch: turn('通断', 'Switch', 'closed') } }],
  ['TEMP', '温度', { properties: { temperature: number('柜内温度', 'Temperature', 'Cel') } }],
  ['HUMID', '湿度', { properties: { humidity: number('柜内湿度', 'Humidity', '%') } }],
] as const

test('rt.cab.ConfigPanel rt.cab.ViewPanel rt.cab.CabinetScreen cab.install cab.list: 20 cabinets are installed, seen live on the board, and the heaters of one and of a group are switched; the records name the user', async () => {
  const client = await product().client()
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await client.post<{ id: string }>(path, body)
    expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
    return answer.data.id
  }
  const units = []
  for (const [code, name, descriptor] of UNITS) {
    const body = { unitProductCode: `E2E-${code}`, name, descriptor: JSON.stringify({ commands: {}, ...descriptor }) }
    units.push({ code, name, typeId: await made('/api/blade-device/type/submit', body), cabin: 1 })
  }
  const cabins = [{ name: '设备舱', height: 24 }]
  const productId = await made('/api/blade-visual/integratedProduct/submit', { name: '五单元柜', cabins, units })
  const layout = units.map(({ code }, at) => ({ unit: code, x: at * 192, y: 0 }))
  await made('/api/blade-visual/integratedProduct/layout/submit', { id: productId, layout })
  const panel = await made('/api/blade-visual/integratedProduct/board/submit', { name: '柜面板', kind: 1, productId })
  const screen = await made('/api/blade-visual/integratedProduct/board/submit', { name: '柜大屏', kind: 3, productId })
  const [gateway] = (await client.get<{ records: { sn: string }[] }>('/api/blade-device/gateway/list', { size: 1 })).data.records

  // Installs the cabinets from the form.
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/roadCabinet/install/index?productId=${productId}`)
  await page.getByText('每台 5 个单元').waitFor()
  await page.getByRole('combobox', { name: '网关' }).click()
  await page
    .getByRole('option', { name: String(gateway?.sn) })
    .first()
    .click()
  await page.getByLabel('台数').fill(String(COUNT))
  await page.getByRole('button', { name: `安装 ${COUNT} 台机柜` }).click()
  await page.waitForURL(/roadCabinet\/cabinet\/index/)
  await page.getByText('CAB-0020').first().waitFor()

  // Adds a command button to the panel in the editor, with undo, keys and saving.
  await page.goto(`${product().url}/roadCabinet/board/ConfigPanel?id=${panel}`)
  const items = page.getByRole('list', { name: '画布' }).getByRole('button')
  await expect.poll(() => items.count()).toBe(5)
  await page.getByRole('button', { name: '指令', exact: true }).click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => items.count()).toBe(5)
  await page.keyboard.press('Control+y')
  await expect.poll(() => items.count()).toBeGreaterThan(5)
  await page.getByRole('list', { name: '画布' }).getByRole('button', { name: '指令 加热器' }).focus()
  const side = (name: string) => page.getByRole('spinbutton', { name, exact: true }).inputValue()
  const [top, height] = [await side('上'), await side('高')].map(Number)
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => side('高')).toBe(String(Number(height) + 24))
  // Ctrl does not leave the grid of a board. A copy is moved by a finger.
  await page.keyboard.press('Control+ArrowDown')
  await expect.poll(() => side('上')).toBe(String(Number(top) + 24))
  await page.keyboard.press('Control+d')
  await expect.poll(() => page.locator('.ll-canvas-handle').count()).toBe(7)
  await page.getByRole('button', { name: '置于底层' }).click()
  const touch = await page.context().newCDPSession(page)
  const handle = page.getByRole('list', { name: '画布' }).locator('.ll-canvas-handle[aria-pressed=true]')
  const box = (await handle.boundingBox())!
  const width = (await page.locator('.ll-canvas').boundingBox())!.width
  const before = Number(await side('左'))
  for (const [type, by] of [
    ['touchStart', 0],
    ['touchMove', -20],
    ['touchMove', (-48 * width) / 1152],
    ['touchEnd', null],
  ] as const)
    await touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: by === null ? [] : [{ x: box.x + box.width / 4 + by, y: box.y + box.height - 6 }],
    })
  await expect.poll(() => side('左')).toBe(String(before - 48))
  await page.keyboard.press('Delete')
  await expect.poll(() => page.locator('.ll-canvas-handle').count()).toBe(6)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('版本 2', { exact: false }).first().waitFor()

  // The cabinet reports; the heater is switched, and the command reaches `applied`.
  const [one] = (await client.get<{ records: { id: string }[] }>('/api/blade-visual/cabinet/list', { sn_equal: 'CAB-0001' })).data.records
  await page.goto(`${product().url}/roadCabinet/board/ViewPanel?id=${panel}&cabinetId=${one?.id}`)
  await page.getByRole('article', { name: '温度' }).getByText('°C').waitFor()
  await page.getByRole('button', { name: '加热', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch').click()
  await dialog.getByRole('button', { name: /^加热 1/ }).click()
  await page.locator('.ll-ladder li[data-rung=applied][data-count="1"]').waitFor()
  await dialog.getByRole('button', { name: '关闭' }).first().click()
  await page.getByRole('article', { name: '加热器' }).first().getByText('是').waitFor()

  // Sends one command to the cabinets of a group on its screen.
  const ids = (await client.get<{ records: { id: string }[] }>('/api/blade-visual/cabinet/list', { size: 5 })).data.records.map(
    ({ id }) => id,
  )
  const groupId = await made('/api/blade-visual/cabinet/group/submit', { groupName: '北片', cabinetIds: ids.join(',') })
  const { version } = (await client.get<{ version: number }>('/api/blade-visual/integratedProduct/board/detail', { id: screen })).data
  const content = {
    items: [
      { id: 'states', widget: 'states', x: 24, y: 24, w: 480, h: 192 },
      { id: 'heat', widget: 'switch', unit: 'HEAT', command: 'heat', x: 528, y: 24, w: 384, h: 192 },
      { id: 'cabinets', widget: 'cabinets', x: 24, y: 240, w: 1872, h: 816 },
    ],
  }
  await made('/api/blade-visual/integratedProduct/board/submit', { id: screen, version, content: JSON.stringify(content) })
  await page.goto(`${product().url}/roadCabinet/board/CabinetScreen?id=${screen}`)
  await expect.poll(() => page.getByRole('list', { name: '全部机柜' }).getByRole('listitem').count()).toBe(COUNT)
  await page.getByRole('combobox', { name: '分组', exact: true }).selectOption(groupId)
  await expect.poll(() => page.getByRole('list', { name: '全部机柜' }).getByRole('listitem').count()).toBe(5)
  await page.getByRole('button', { name: '加热', exact: true }).click()
  await dialog.getByRole('switch').click()
  await dialog.getByRole('button', { name: /^加热 5/ }).click()
  await page.locator('.ll-ladder li[data-rung=applied][data-count="5"]').waitFor()

  // The records name the user.
  await page.goto(`${product().url}/roadCabinet/cabinet/index/details?id=${ids[0]}&tab=records`)
  await page
    .getByRole('row', { name: /加热器.*加热.*admin/ })
    .first()
    .waitFor()
  const batches = (await client.get<{ records: { account: string; total: number }[] }>('/api/blade-city/commandrecord/page', { size: 5 }))
    .data.records
  expect(batches.slice(0, 2).map(({ account, total }) => [account, total])).toEqual([
    ['admin', 5],
    ['admin', 1],
  ])
  await eventually(() => errors.length === 0)
  expect(errors).toEqual([])
})

test('rt.cab.ComprehensiveProduct rt.cab.installConfig rt.cab.ConfigCabinet rt.cab.ConfigScreen cab.screen cab.group grp.roadCabinet.board: the pages open, and an editor asks before changes are left', async () => {
  const client = await product().client()
  const first = async (path: string, query: object = {}): Promise<string> =>
    String((await client.get<{ records: { id: string }[] }>(path, { ...query })).data.records[0]?.id)
  const productId = await first('/api/blade-visual/integratedProduct/list')
  for (const [kind, name] of [[2, '柜视图']] as const)
    await client.post('/api/blade-visual/integratedProduct/board/submit', { name, kind, productId })
  const board = (kind: number) => first('/api/blade-visual/integratedProduct/board/list', { kind })
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const open = (path: string) => page.goto(`${product().url}/roadCabinet/${path}`)

  await open('productManagement/ComprehensiveProduct')
  await page.getByText('五单元柜').first().waitFor()
  await open(`productManagement/ComprehensiveProduct/details?id=${productId}&tab=layout`)
  const humidity = page.getByRole('list', { name: '布局' }).getByRole('button', { name: '湿度' })
  await humidity.focus()
  await page.keyboard.press('ArrowDown')
  // A unit is on the layout once: it cannot be copied; a removed one can be placed again. Units that overlap are not saved.
  await page.keyboard.press('Control+d')
  expect(await humidity.count()).toBe(1)
  await page.keyboard.press('Delete')
  await expect.poll(() => humidity.count()).toBe(0)
  await page.locator('.ll-canvas-palette').getByRole('button', { name: '湿度' }).click()
  await humidity.waitFor()
  await page.getByRole('spinbutton', { name: '左', exact: true }).fill('24')
  await page.getByRole('spinbutton', { name: '上', exact: true }).fill('0')
  await page.getByRole('alert').getByText('与其他单元重叠').waitFor()
  expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
  await page.getByRole('spinbutton', { name: '上', exact: true }).fill('192')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存').first().waitFor()
  await open(`productManagement/components/installConfig?id=${productId}`)
  await page.getByLabel('加热器 地址').fill('17')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存').first().waitFor()
  // The header is hidden.
  expect(await page.locator('.ll-shell--full').count()).toBe(1)
  await open('board/index')
  await page.getByText('柜视图').first().waitFor()
  await open('group/index')
  await page.getByText('北片').first().waitFor()
  await open(`board/ConfigScreen?id=${await board(3)}`)
  await page.getByRole('heading', { name: '柜大屏' }).waitFor()
  await open(`board/ConfigCabinet?id=${await board(2)}`)
  await page.getByRole('list', { name: '画布' }).getByRole('button').first().focus()
  await page.keyboard.press('Delete')
  await page.locator('main, .ll-shell__panes').getByRole('button', { name: '查看', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
  expect(page.url()).toContain('ConfigCabinet')
  expect(errors).toEqual([])
})
