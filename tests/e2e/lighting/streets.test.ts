import { expect, test } from 'vitest'
import { numberIn, openMap, signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser()

interface Hit {
  readonly kind: string
  readonly id: string
  readonly title: string
  readonly nameEn?: string
  readonly count: number
  readonly deviceId: string | null
}
const search = async (q: string): Promise<Hit[]> => {
  const answer = await (await product().client()).call('GET', `/api/blade-city/lamp/search?q=${encodeURIComponent(q)}`)
  return ((await answer.json()) as { data: Hit[] }).data
}
const aStreet = async (): Promise<Hit> => (await search('lu')).find(({ kind }) => kind === 'street') as Hit

test('a street outside all groups is found by pinyin on the map, selected as a whole, and dimmed by name from Ctrl-K', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  const street = await aStreet()
  await page.locator('.ll-city-search input').fill('lu')
  await page.locator('.ll-city-hit', { hasText: street.title }).first().click()
  const title = page.locator('.ll-city-dim h2')
  await expect.poll(() => title.textContent()).toContain(street.title)
  expect(numberIn((await title.textContent())?.split('·')[1] ?? null)).toBe(street.count)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => title.count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.locator('.ll-palette').getByRole('combobox').fill(`调光 ${street.title} 30 %`)
  await page
    .getByRole('option', { name: `调光 ${street.title} 30%` })
    .first()
    .click()
  const question = page.locator('.ll-city-confirm')
  await expect.poll(() => question.textContent()).toContain(`${street.title}：调光 30%`)
  await question.getByRole('button', { name: /下发到/ }).click()
  await expect
    .poll(async () => {
      const answer = await (await product().client()).call('GET', '/api/blade-city/commandrecord/page?size=1')
      const { data } = (await answer.json()) as { data: { records: { targetText: string; level: number; total: number }[] } }
      return data.records[0]
    })
    .toMatchObject({ targetText: street.title, level: 30, total: street.count })
  expect(errors).toEqual([])
})

test('a command goes to the street in the panel, not to one selected or confirmed before', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  const [first, second] = (await search('lu')).filter(({ kind }) => kind === 'street') as [Hit, Hit]
  const title = page.locator('.ll-city-dim h2')
  const question = page.locator('.ll-city-confirm')
  const pick = async (street: Hit): Promise<void> => {
    await page.locator('.ll-city-search input').fill(street.title)
    await page.locator('.ll-city-hit', { hasText: street.title }).first().click()
    await expect.poll(() => title.textContent()).toContain(street.title)
  }
  await pick(first)
  await page
    .locator('.ll-city-dim')
    .getByRole('button', { name: /^调光 / })
    .click()
  await expect.poll(() => question.textContent()).toContain(`${first.title}：`)
  // Selecting another street closes the question about the first one.
  await pick(second)
  await expect.poll(() => question.count()).toBe(0)
  await page
    .locator('.ll-city-dim')
    .getByRole('button', { name: /^调光 / })
    .click()
  await expect.poll(() => question.textContent()).toContain(`${second.title}：`)
  // A command typed while the question about another street is open shows its own street and lamps.
  await page.keyboard.press('Control+k')
  await page.locator('.ll-palette').getByRole('combobox').fill(`调光 ${first.title} 40 %`)
  await page
    .getByRole('option', { name: `调光 ${first.title} 40%` })
    .first()
    .click()
  await expect.poll(() => question.textContent()).toContain(`${first.title}：调光 40%`)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/batch/command'))
  await question.getByRole('button', { name: /下发到/ }).click()
  expect((await sent).postDataJSON()).toMatchObject({ selector: { streetId: first.id }, level: 40 })
  expect(errors).toEqual([])
})

test('gateways and posts have cards on the map; a link to a lamp zooms to it', async () => {
  const { page, errors } = await windows().open('en')
  await signIn(page, product().url, undefined, 'en')
  await openMap(page, product().url)
  const zoomedOut = await page.locator('.ll-map-scale').textContent()
  await page.locator('.ll-city-search input').fill('01号箱')
  await page.locator('.ll-city-hit').first().click()
  const gateway = page.locator('[data-place=gateway]')
  await gateway.getByRole('button', { name: /^Select / }).waitFor()
  const [hit] = (await search('01号箱')).filter(({ kind }) => kind === 'gateway')
  expect(await gateway.locator('h2').textContent()).toBe(hit?.title)
  const [lamp] = (await search('001')).filter(({ kind }) => kind === 'lamp')
  const [post] = (await search('001')).filter(({ kind }) => kind === 'post')
  await page.goto(`${product().url}/city/map/index?post=${post?.id}`)
  await page.locator('[data-place=post] .ll-city-lamps button').first().waitFor()
  await page.goto(`${product().url}/city/map/index?lamp=${lamp?.deviceId}`)
  await expect.poll(() => page.locator('.ll-map-scale').textContent()).not.toBe(zoomedOut)
  expect(errors).toEqual([])
})
