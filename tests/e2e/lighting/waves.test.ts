import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

// The virtual city cannot reach names below .invalid; every other address leads to this platform. Its clock runs 60 times as fast: the five minutes
// after which a device returns to its old value take five seconds.
const { product, windows } = withBrowser({
  lamps: 60,
  simulate: `--speed 60 --latency 20 --start ${new Date(Date.now() - 3_600_000).toISOString()}`,
  config: { COMMAND_WAVE_SECONDS: '0.5', COMMAND_RESEND_SECONDS: '2' },
})
const PAGE = '/city/controlCenter/params/index?family=serverLink'

test('a server address goes out in waves: a right one reaches all, a wrong one stops after the first wave and the devices come back', async () => {
  const { page, errors } = await windows().open('en')
  await signIn(page, product().url, ADMIN, 'en')
  const dialog = page.getByRole('dialog')
  const wave = (at: number, state: string) => page.locator(`.ll-waves li[data-wave="${at}"][data-state=${state}]`)
  const send = async (host: string): Promise<void> => {
    await page.goto(`${product().url}${PAGE}`)
    // Without a filter, the page sets parameters only after all devices are chosen explicitly.
    await page.getByRole('button', { name: /^choose all \d+$/ }).click()
    await page.getByRole('button', { name: /^Set / }).click()
    await dialog.locator('[data-waves="2"]').waitFor()
    await dialog.getByLabel(/^Server/).fill(host)
    await dialog.getByRole('button', { name: /^Send to / }).click()
  }

  await send('lamps.example.com')
  await wave(2, 'waiting').waitFor()
  await wave(1, 'cameBack').waitFor()
  await wave(2, 'sent').waitFor()
  await expect.poll(() => wave(2, 'sent').textContent()).toMatch(/Wave 2 · (\d+).*\1 answered/)

  await send('wrong.invalid')
  await wave(2, 'waiting').waitFor()
  await dialog.getByRole('button', { name: 'Open the record' }).click()
  await wave(1, 'lost').waitFor()
  await expect.poll(() => wave(2, 'stopped').textContent()).toMatch(/Not sent.*first devices did not reconnect/)
  // A record whose waves have ended is read again after 15 s.
  await expect.poll(() => wave(1, 'lost').textContent(), { timeout: 20_000 }).toMatch(/(\d+) sent.*\1 returned to the old value/)
  expect(errors).toEqual([])
})
