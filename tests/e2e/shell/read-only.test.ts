import { expect, test } from 'vitest'
import { readProduct } from '../product.ts'

// The same options as `withBrowser({ lamps: 200, shared: true })` of the files beside it.
const OPTIONS = { lamps: 200 }

test('files that only read share a product; one that changes something fails by name of the change, and the next gets a new product', async () => {
  const first = await readProduct(OPTIONS)
  await first.product.client()
  await first.leave()
  const second = await readProduct(OPTIONS)
  expect(second.product.url).toBe(first.product.url)
  const client = await second.product.client()
  const { code, msg } = await client.post('/api/blade-system/param/submit', { paramName: '试', paramKey: 'shared.try', paramValue: '1' })
  expect(code, msg).toBe(200)
  await expect(second.leave()).rejects.toThrow('the audit log has: system.param.add (1)')
  const third = await readProduct(OPTIONS)
  expect(third.product.databaseUrl).not.toBe(first.product.databaseUrl)
  await third.leave()
})
