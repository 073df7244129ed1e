import { columnOf } from '@lamplight/fields/column'
import { modelOf } from '@lamplight/fields/model'
import type { Field } from '@lamplight/kit'
import type { ResourceServer } from '@lamplight/server-kit'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { listPath } from '../../../platform/console-kit/resource/calls.ts'
import { fillCalls } from '../api/call-filters-rows.ts'
import { knownRows } from '../api/known-rows.ts'
import { makeWorld } from '../reports/figures-world.ts'
import { exported } from './exported.ts'

// Every listing by its definition: pages, order, filters, keyword, export, rights and tenants, compared with its rows.

type Wire = Readonly<Record<string, unknown>>
interface Page {
  readonly records: readonly Wire[]
  readonly total: number
}
const TENANT = '000000'
const listings = slices.flatMap((slice) => slice.listings ?? [])
const UNSORTED = new Set(['refs', 'terms', 'items'])

let product: TestPlatform
let client: ApiClient
let other: ApiClient
beforeAll(async () => {
  product = (await makeWorld()).product
  client = await product.signIn()
  await fillCalls(product, TENANT, await knownRows(product, TENANT, client))
  other = await product.signIn({ tenantId: '100001', account: 'admin' })
}, 300_000)
afterAll(() => product?.stop())

const pathOf = ({ resource }: ResourceServer): string => `/api/${listPath(resource)}`
const pageFor = async (who: ApiClient, served: ResourceServer, query: Readonly<Record<string, string | number>> = {}): Promise<Page> => {
  const { code, msg, data } = await who.get<Page>(pathOf(served), { size: -1, ...query })
  expect(code, msg).toBe(200)
  return data
}
const read = (served: ResourceServer, query: Readonly<Record<string, string | number>> = {}): Promise<Page> =>
  pageFor(client, served, query)
const idsOf = ({ records }: Pick<Page, 'records'>): unknown[] => records.map(({ id }) => id)
const wireOf = (name: string, field: Field): string => modelOf(field).wireNames(name, field.options)[0] as string
const isValue = (value: unknown): boolean => value !== '' && value !== -1 && value !== null && value !== undefined

test.each(listings.map((served) => [served.resource.name, served] as const))('%s', async (_, served) => {
  const { resource } = served
  const all = await read(served)
  const ids = idsOf(all)
  expect(all.total).toBe(ids.length)
  expect(ids.length, 'the world has a row').toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(ids.length)

  const pages = await Promise.all(Array.from({ length: Math.ceil(ids.length / 3) }, (__, at) => read(served, { size: 3, current: at + 1 })))
  expect(pages.flatMap(idsOf)).toEqual(ids)

  const ordered = resource.reads === 'sql' ? Object.entries(resource.fields) : []
  for (const [name, field] of ordered) {
    const wire = wireOf(name, field)
    // Rows made by code have one order, and the declared filters.
    const shown = resource.reads === 'sql' ? !field.options.hidden || field.options.search : name in (resource.filters ?? {})
    if (shown && resource.reads === 'sql' && !UNSORTED.has(field.kind)) {
      const [up, down] = await Promise.all([read(served, { ascs: wire }), read(served, { descs: wire })])
      const order = (page: Page): unknown[] => [...new Set(page.records.map((row) => row[wire]).filter(isValue))]
      expect(idsOf(up).toSorted(), `${wire} upward`).toEqual(ids.toSorted())
      expect(order(down), `${wire} downward`).toEqual(order(up).toReversed())
    }
    const value = all.records.map((row) => row[wire]).find(isValue)
    if (!shown || value === undefined || columnOf(field).match === 'none') continue
    const filtered = await read(served, { [wire]: String(value) })
    const isLike = columnOf(field).match === 'like'
    const fits = (row: Wire): boolean =>
      isLike ? String(row[wire]).toLowerCase().includes(String(value).toLowerCase()) : String(row[wire]) === String(value)
    expect(idsOf(filtered), `${wire} = ${value}`).toEqual(idsOf({ records: all.records.filter(fits) }))
  }

  for (const [name, { kind, options }] of Object.entries(resource.filters ?? {})) {
    const isFree = kind === 'text' && !('shape' in options || 'match' in options)
    const nothing = kind === 'ref' ? '1' : isFree ? 'no such row' : undefined
    if (nothing) expect((await read(served, { [name]: nothing })).total, `${name} = ${nothing}`).toBe(0)
  }

  for (const name of resource.keyword ?? []) {
    const word = String(all.records.map((row) => row[name]).find(isValue) ?? '').slice(1, 5)
    const found = await read(served, { keyword: word.toUpperCase() })
    const has = (row: Wire): boolean => (resource.keyword ?? []).some((one) => String(row[one]).toLowerCase().includes(word.toLowerCase()))
    expect(idsOf(found), `keyword ${word}`).toEqual(idsOf({ records: all.records.filter(has) }))
  }

  if (resource.io?.export) {
    const [, ...lines] = await exported(client, resource)
    expect(lines.length).toBe(ids.length)
  }

  expect(idsOf(await pageFor(other, served)).filter((id) => ids.includes(id))).toEqual([])
})
