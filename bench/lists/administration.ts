import { columnsOf } from '@lamplight/fields/column'
import type { ResourceDefinition } from '@lamplight/kit'
import { connectTo } from '@lamplight/postgres/connect'
import type { ApiClient } from '@lamplight/testing'
import type pg from 'pg'
import { slices } from '../../apps/server/slices.ts'
import type { Figure } from '../measure.ts'
import { startProduct } from '../product.ts'
import { fill, fillMenus, ownAdministrator, ROWS } from './administration-data.ts'
import { checkOf, menuOf } from './administration-shell.ts'
import { aimed, cellsOf, type Took, time } from './administration-time.ts'

const AIM_MS = 50
/** Verb by which the console reads a list; a tree is read level by level. */
const verbOf = ({ api, list }: ResourceDefinition): string | undefined =>
  list?.tree ? (api.verbs.includes('lazy') ? 'lazy-list' : undefined) : api.verbs.find((verb) => verb === 'page' || verb === 'list')
const pathOf = (resource: ResourceDefinition): string => `/api/${resource.api.base}/${verbOf(resource)}`

/** Times the first page, two later ones, and two searches: by digits, and by letters of the other case. */
const timeList = (api: ApiClient, resource: ResourceDefinition, who: string): Promise<Took> => {
  const [name, field] = Object.entries(resource.fields).find(([, { kind, options }]) => kind === 'text' && options.search) ?? []
  const wire = name && (field?.options.wire ?? name)
  const begin = name && field && columnsOf(name, field)[0]?.name.slice(2, 4).toUpperCase()
  const searches = wire ? ['777', `${begin}77`].map((text) => ({ [`${wire}_like`]: text })) : []
  const queries = [{ current: 1 }, { current: 7 }, { current: 200 }, ...searches]
  return time(
    `${pathOf(resource)}${who}`,
    queries.map((query) => () => api.get(pathOf(resource), { size: 30, ...query })),
  )
}
/** Times a list for the tenant's administrator (the tenant's rows), and for the platform administrator (the rows of all tenants). */
const timeLists = async (own: ApiClient, admin: ApiClient, resource: ResourceDefinition): Promise<Took[]> => {
  const canRead = resource.scope !== 'global' && (await own.get(pathOf(resource), { size: 1 })).code === 200
  const took = canRead ? [await timeList(own, resource, '')] : []
  if (!canRead || resource.scope === 'platform') took.push(await timeList(admin, resource, ' (platform)'))
  return took
}

/** Fills and times every list of the administration, one after another. */
const listsOf = async (client: pg.Client, own: ApiClient, admin: ApiClient): Promise<{ lists: Figure; trees: Figure }> => {
  const resources = slices
    .flatMap((slice) => (slice.resources ?? []).map(({ resource }) => resource))
    .filter((resource) => /^(system|identity|places|sales)\./.test(resource.name) && verbOf(resource))
    // Menus are filled last: each menu is also a permission of all users, which would slow down the other lists.
    .sort((a, b) => Number(a.name === 'system.menu') - Number(b.name === 'system.menu'))
  const took: Took[] = []
  for (const resource of resources.slice(0, -1)) await fill(client, resource)
  await client.query('vacuum analyze')
  for (const resource of resources.slice(0, -1)) took.push(...(await timeLists(own, admin, resource)))
  const trees = await treesOf(own)
  for (const resource of resources.slice(-1)) {
    await fill(client, resource)
    await client.query('vacuum analyze')
    took.push(...(await timeLists(own, admin, resource)))
  }
  took.sort((a, b) => b.p95 - a.p95)
  const worst = took[0]?.p95 ?? Number.NaN
  const name = `the ${resources.length} lists of the administration with ${ROWS.toLocaleString('en')} rows each: 95th percentile of the slowest`
  const lists: Figure = {
    ...aimed(name, 'ms', worst, AIM_MS),
    notes: [
      `${took.filter(({ p95 }) => p95 <= AIM_MS).length} of ${took.length} within ${AIM_MS} ms; (platform): rows of all tenants, asked by the platform's administrator`,
      'first page, page 7, page 200, a search by digits and one by letters in turn; trees level by level',
    ],
    table: [['list', 'median, ms', '95th percentile, ms'], ...took.map(cellsOf)],
  }
  return { lists, trees }
}

/** Times a tree of many areas as the console reads it: the top, then the children of one node after another. */
const treesOf = async (own: ApiClient): Promise<Figure> => {
  const path = '/api/blade-system/area/lazy-list'
  const top = await own.get<{ id: string }[]>(path)
  const below = top.data.slice(0, 9).map(
    ({ id }) =>
      () =>
        own.get(path, { parentId: id }),
  )
  const { p50, p95 } = await time(`${path} by levels`, [() => own.get(path), ...below])
  return {
    ...aimed(`a tree of ${ROWS.toLocaleString('en')} areas level by level, 95th percentile`, 'ms', p95, AIM_MS),
    notes: [`median ${p50.toFixed(1)} ms for the ${top.data.length} areas of a level`],
  }
}

export const run = async (): Promise<Figure[]> => {
  const product = await startProduct()
  const client = await connectTo(product.databaseUrl)
  try {
    const admin = await product.signIn('000000', 'admin')
    const { roleId, api: own } = await ownAdministrator(product, client, admin)
    await fillMenus(client, roleId)
    await client.query('vacuum analyze')
    const check = await checkOf(product, own.token)
    const menu = await menuOf(product, own, admin)
    const { lists, trees } = await listsOf(client, own, admin)
    return [lists, trees, check, menu]
  } finally {
    await client.end()
    await product.stop()
  }
}
