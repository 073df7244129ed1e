import { expect, test } from 'vitest'
import { chooseRadio, signIn, withBrowser } from '../browser.ts'

const UNITS = '/roadCabinet/productManagement/UnitProduct'
const DEVICES = '/visual/equipmentMana/integratedDevice/index'
const { product, windows } = withBrowser({ lamps: 20 })

test('rt.cab.UnitProduct vis.integrated: an administrator makes a product without JSON; its device is listed with the columns of the product', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${UNITS}/edit`)
  const field = (path: string) => page.locator(`#product-${path.replaceAll('.', '-')}`)
  const property = async (at: number, identifier: string, name: string, nameEn: string, type: string): Promise<void> => {
    await page.getByRole('button', { name: '添加属性' }).click()
    await field(`properties.${at}.identifier`).fill(identifier)
    await field(`properties.${at}.name`).fill(name)
    await field(`properties.${at}.nameEn`).fill(nameEn)
    await field(`properties.${at}.type`).selectOption(type)
  }
  await field('unitProductCode').fill('HEAT-LOCK')
  await field('name').fill('加热门锁')
  await field('nameEn').fill('Heated lock')
  await property(0, 'heating', '加热器', 'Heater', 'boolean')
  await property(1, 'locked', '门锁', 'Lock', 'boolean')
  await property(2, 'temperature', '柜内温度', 'Temperature', 'number')
  await field('properties.2.unit').selectOption('Cel')
  await field('properties.2.min').fill('60')
  await field('properties.2.max').fill('-40')
  await property(3, 'humidity', '柜内湿度', 'Humidity', 'number')
  await field('properties.3.unit').selectOption('%')
  for (const [at, code, name, nameEn, proves] of [
    [0, 'heat', '加热', 'Heat', 'heating'],
    [1, 'lockDoor', '上锁', 'Lock the door', 'locked'],
  ] as const) {
    await page.getByRole('button', { name: '添加功能' }).click()
    await field(`functions.${at}.code`).fill(code)
    await field(`functions.${at}.name`).fill(name)
    await field(`functions.${at}.nameEn`).fill(nameEn)
    await page.getByRole('button', { name: '添加参数' }).nth(at).click()
    await field(`functions.${at}.input.0.identifier`).fill('on')
    await field(`functions.${at}.input.0.name`).fill('打开')
    await field(`functions.${at}.input.0.proves`).selectOption(proves)
  }
  const preview = page.getByRole('complementary', { name: '面板预览' })
  expect(await preview.getByText('柜内温度').filter({ visible: true }).count()).toBe(1)
  // The conditions that rules can have for these devices are one click away.
  await preview.getByText('可用的告警与联动条件').click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  // The fault is shown at its field, and the draft stays.
  await expect.poll(() => field('properties.2.max').getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('#product-properties-2-max-note').textContent()).toBe('最大值小于最小值')
  await field('properties.2.min').fill('-40')
  await field('properties.2.max').fill('60')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL((url) => url.pathname === UNITS)
  await page.getByText('HEAT-LOCK').first().waitFor()

  const client = await product().client()
  const typeId = (await client.get<{ records: { id: string }[] }>('/api/blade-device/type/list', { unitProductCode: 'HEAT-LOCK' })).data
    .records[0]?.id
  await page.goto(`${product().url}${DEVICES}?create=1`)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().fill('HL-0001')
  await form.getByRole('combobox', { name: '单元产品' }).click()
  await page.getByRole('option', { name: 'HEAT-LOCK' }).click()
  await form.locator('button[type=submit]').click()
  await page.getByText('HL-0001').first().waitFor()
  await chooseRadio(page, '加热门锁')
  await page.waitForURL((url) => url.searchParams.get('typeId') === typeId)
  for (const name of ['加热器', '门锁', '柜内温度', '柜内湿度']) await page.getByRole('columnheader', { name }).first().waitFor()
  // rule.device.enable: the switch of a row sends the opposite of its value.
  const sent = page.waitForRequest((request) => request.url().endsWith('/integrated_device/enable'))
  await page
    .getByRole('row', { name: /HL-0001/ })
    .getByRole('switch')
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ enable: 0 })
  await page
    .getByRole('row', { name: /HL-0001/ })
    .getByRole('switch', { checked: false })
    .waitFor()
  expect(errors).toEqual([])
})

test('menu.add.productManagement rt.cab.productManagement rt.cab.InterfaceManage cab.terminal: the menu of an administrator has the products', async () => {
  const { page, errors } = await windows().open('en')
  await signIn(page, product().url, undefined, 'en')
  await page.goto(`${product().url}/roadCabinet/productManagement`)
  await page
    .getByRole('link', { name: /Unit products/ })
    .first()
    .waitFor()
  await page
    .getByRole('navigation', { name: 'Product management' })
    .getByRole('link', { name: /Interfaces/ })
    .click()
  await page.waitForURL((url) => url.pathname === '/roadCabinet/productManagement/InterfaceManage')
  await page.getByText(/Ports are defined in unit products/).waitFor()
  await page.goto(`${product().url}/roadCabinet/terminalConfig/index?create=1`)
  const form = page.getByRole('dialog')
  await form.getByRole('combobox').first().selectOption('trash')
  await form.getByText('Fill level').first().waitFor()
  expect(errors).toEqual([])
})
