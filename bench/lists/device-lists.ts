import { connectTo } from '@lamplight/postgres/connect'
import { type ApiClient, md5 } from '@lamplight/testing'
import type pg from 'pg'
import { SUPPLY_KINDS } from '../../domains/cabinets/model/supply.ts'
import { type Figure, median } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'
import { ownAdministrator, ownUser } from './administration-data.ts'
import { aimed, type Took, time, WARM_UP } from './administration-time.ts'
import { casesOf } from './device-cases.ts'
import { fillCity, idOf, isFilled, resources, setStates, TENANT } from './device-data.ts'
import { settled } from './hard-lists.ts'
import { processorTime } from './list-arms.ts'

const LIST_MS = 50
const DETAIL_MS = 100
/** Value of an option of the command line. */
const optionOf = (name: string): string | undefined => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
/** Requests of each case (`--repeats=5`). */
const REPEATS = Number(optionOf('repeats') ?? 20)
/** `size` of each measured list request: the number of rows that the console asks for on a large screen. */
const SIZE = 30
const SAMPLE = 200
const WORST = 30
/** The area to which the second user is limited. */
const DISTRICT = 77
const DISTRICT_ACCOUNT = 'district'

type Served = (typeof resources)[number]
interface Who {
  readonly api: ApiClient
  /** Times calls; adds their processor time. */
  readonly time: (what: string, calls: Parameters<typeof time>[1], repeats: number) => Promise<Took>
  /** Name in the table. */
  readonly name: string
}
/** Only lists whose names begin so (`--lists=cabinets.,lora.module`). */
const chosen = optionOf('lists')?.split(',') ?? ['']
const listed = resources.filter(({ resource }) => chosen.some((name) => resource.name.startsWith(name)))

const pathOf = ({ resource: { api } }: Served): string | undefined => {
  const verb = api.verbs.find((one) => one === 'page' || one === 'list')
  return verb && `/api/${api.base}/${verb}`
}
const detailOf = ({ resource: { api } }: Served): ((id: string) => readonly [string, Record<string, unknown>?]) | undefined => {
  if (api.verbs.includes('detail')) return (id) => [`/api/${api.base}/detail`, { id }]
  return api.verbs.includes('get') ? (id) => [`/api/${api.base}/${id}`] : undefined
}

interface Page {
  readonly total: number
  readonly records: readonly { readonly id: string }[]
}
/** Times the list of a resource with every page, filter and order that it offers, and its details. */
const measure = async ({ api, name, time }: Who, served: Served): Promise<{ lists: Took[]; details: Took[] }> => {
  const path = pathOf(served)
  if (!path) return { lists: [], details: [] }
  const { data } = await api.get<Page>(path, { size: SAMPLE })
  const lists: Took[] = []
  for (const [what, query] of casesOf(served, data.records, data.total, SIZE))
    lists.push(await time(`${served.resource.name} ${what}${name}`, [() => api.get(path, { size: SIZE, ...query })], REPEATS))
  const detail = detailOf(served)
  const calls = data.records.slice(0, REPEATS).map(
    ({ id }) =>
      () =>
        api.get(...(detail?.(id) ?? [''])),
  )
  const details =
    detail && calls.length > 0 ? [await time(`${served.resource.name} detail${name}`, calls, Math.ceil(REPEATS / calls.length))] : []
  return { lists, details }
}

/** Times the supply tree at nodes of each kind. */
const treeOf = async ({ api, name, time }: Who, district: boolean): Promise<Took[]> => {
  const took: Took[] = []
  for (const [kind, resource] of Object.entries(SUPPLY_KINDS)) {
    const { data } = await api.get<Page>(String(pathOf(resources.find((one) => one.resource.name === resource) as Served)), {
      size: REPEATS,
    })
    const ids = district ? data.records.map(({ id }) => id) : Array.from({ length: REPEATS }, (_, n) => idOf(resource, n * 7))
    const calls = ids.map((id) => () => api.get('/api/blade-city/supply/tree', { kind, id }))
    if (calls.length > 0) took.push(await time(`supply tree at ${kind}${name}`, calls, Math.ceil(REPEATS / calls.length)))
  }
  return took
}

/** Says how many calls are within the aim, and names the others with 95th percentile and median. */
const verdictOf = (name: string, took: readonly Took[], aim: number): string[] => {
  const over = took.filter(({ p95 }) => p95 > aim)
  const medians = took.map(({ p50 }) => p50)
  const [worst] = took
  return [
    `${name}: ${over.length === 0 ? `all ${took.length} within ${aim} ms` : `${over.length} of ${took.length} above ${aim} ms`} at the 95th percentile; median ${median(medians).toFixed(1)} ms, largest median ${Math.max(...medians).toFixed(1)} ms; slowest: ${worst?.what} ${worst?.p95.toFixed(1)} ms`,
    ...over.map(({ what, p50, p95 }) => `  above: ${what} ${p95.toFixed(1)} ms (median ${p50.toFixed(1)})`),
  ]
}

const figureOf = (name: string, what: string, took: Took[], aim: number): Figure => {
  took.sort((a, b) => b.p95 - a.p95)
  const least = took.toSorted((a, b) => a.p50 - b.p50)[0]
  return {
    ...aimed(what, 'ms', took[0]?.p95 ?? Number.NaN, aim),
    verdict: verdictOf(name, took, aim),
    notes: [
      `the lightest of them: median ${least?.p50.toFixed(1)}, 95th percentile ${least?.p95.toFixed(1)} ms (${least?.what}): HTTP, token and rights on this machine in this hour`,
      `${took.filter(({ p95 }) => p95 <= aim).length} of ${took.length} within ${aim} ms; one request at a time, ${REPEATS} each; (area): a user limited to one area`,
    ],
    table: [
      ['call', 'median, ms', '95th percentile, ms', `÷ ${aim} ms`, 'processor, ms'],
      ...took
        .slice(0, WORST)
        .map(({ what: call, p50, p95, cpu }) => [call, p50.toFixed(1), p95.toFixed(1), (p95 / aim).toFixed(2), cpu?.toFixed(1) ?? '']),
    ],
  }
}

/** Signs in as an administrator of the tenant, and as a user with the same rights in one area. */
const usersOf = async (product: Product, client: pg.Client): Promise<Who[]> => {
  const platform = await product.signIn('000000', 'admin')
  const { roleId, api } = await ownAdministrator(product, client, platform)
  const district = { tenantId: TENANT, account: DISTRICT_ACCOUNT, password: md5(DISTRICT_ACCOUNT), realName: 'District', roleId }
  if (await ownUser(client, platform, district))
    await client.query(
      "insert into identity_grant (user_id, kind, ref_id, tenant_id) select id, 'area', $3, $1 from identity_user where tenant_id = $1 and account = $2",
      [TENANT, DISTRICT_ACCOUNT, idOf('places.area', DISTRICT)],
    )
  const timed: Who['time'] = async (what, calls, repeats) => {
    const before = await processorTime(product, client)
    const took = await time(what, calls, repeats)
    const spent = (await processorTime(product, client)) - before
    // The time of a database process that ended meanwhile is missing.
    return spent < 0 ? took : { ...took, cpu: (spent * 1000) / ((repeats + WARM_UP) * calls.length) }
  }
  return [
    { api, name: '', time: timed },
    { api: await product.signIn(TENANT, DISTRICT_ACCOUNT), name: ' (area)', time: timed },
  ]
}

export const run = async (): Promise<Figure[]> => {
  // `--data=FOLDER` keeps the rows for the next run, which then only brings its database up to date.
  const product = await startProduct({}, optionOf('data'))
  const client = await connectTo(product.databaseUrl)
  try {
    if (!(await isFilled(client))) await fillCity(client)
    await setStates(client)
    const users = await usersOf(product, client)
    await settled(client)
    await client.query('vacuum analyze')
    const [lists, details, tree]: [Took[], Took[], Took[]] = [[], [], []]
    for (const who of users) {
      for (const served of listed) {
        const took = await measure(who, served)
        lists.push(...took.lists)
        details.push(...took.details)
      }
      tree.push(...(await treeOf(who, who.name !== '')))
    }
    const city = '100,000 lamps, 5,000 solar lamps, 2,500 gateways, 500 cabinets'
    return [
      figureOf(
        'lists',
        `the ${listed.length} device lists with every filter and order, ${city}: 95th percentile of the slowest`,
        lists,
        LIST_MS,
      ),
      figureOf('details', 'their details: 95th percentile of the slowest', details, DETAIL_MS),
      figureOf('tree', 'the supply tree, node by node: 95th percentile of the slowest', tree, DETAIL_MS),
    ]
  } finally {
    await client.end()
    await product.stop()
  }
}
