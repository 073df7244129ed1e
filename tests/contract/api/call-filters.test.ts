import { reportCalls } from '@lamplight/kit'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { makeWorld } from '../reports/figures-world.ts'
import { fillCalls } from './call-filters-rows.ts'
import type { Call } from './hand-written.ts'
import { type Known, knownRows } from './known-rows.ts'
import { declaredParameters, differs, type Parameter, samplesOf } from './parameter-use.ts'
import { type RouteRow, routeRows, sendCall } from './router.ts'

// Each query parameter that a reading call written by hand declares must change its answer. filters.test.ts tests the lists of resources,
// defined-reports.test.ts the calls of reports.

/** Tenant whose administrator makes the calls, and the tenant that its salespeople have. */
const [TENANT, SOLD] = ['000000', '100001'] as const

let product: TestPlatform
let client: ApiClient
let known: Known
/** Rows of the tenant that salespeople have. */
let sold: Known
let declared: (path: string) => readonly Parameter[]
let rows: readonly RouteRow[]
let lampSn: string
let taken: { readonly account: string; readonly post: string; readonly area: string }

beforeAll(async () => {
  product = (await makeWorld()).product
  client = await product.signIn()
  known = await knownRows(product, TENANT, client)
  await fillCalls(product, TENANT, known)
  const lamps = await product.platform.system.query<{ sn: string }>('select sn from lighting_controller where id = $1', [
    known.row('lighting.controller'),
  ])
  lampSn = String(lamps[0]?.sn)
  const chief = await product.signIn({ tenantId: SOLD, account: 'admin' })
  const places = ['places.area', 'places.project'] as const
  const people = ['identity.user', 'identity.role', 'identity.dept', 'identity.post'] as const
  sold = (await knownRows(product, SOLD, chief, [...places, ...people])).with({}, { '100001': SOLD })
  const { query } = product.platform.system
  const textOf = async (sql: string, name: string): Promise<string> =>
    String((await query<{ text: string }>(`select ${sql} where id = $1`, [sold.row(name)]))[0]?.text)
  await query(`update identity_post set post_code = coalesce(nullif(post_code, ''), 'taken') where id = $1`, [sold.row('identity.post')])
  await query(`update places_area set area_code = coalesce(nullif(area_code, ''), 'taken') where id = $1`, [sold.row('places.area')])
  taken = {
    account: await textOf('account as text from identity_user', 'identity.user'),
    post: await textOf('post_code as text from identity_post', 'identity.post'),
    area: await textOf('area_code as text from places_area', 'places.area'),
  }
  declared = await declaredParameters()
  const ofReports = new Set(slices.flatMap(({ reports = [] }) => reports.flatMap(reportCalls)).map(({ path }) => `/api/${path}`))
  rows = routeRows(product.registry).filter(({ route, follows }) => !follows && route.method === 'GET' && !ofReports.has(route.path))
}, 300_000)
afterAll(() => product?.stop())

const ID = /\b\d{10,19}\b/g

/** Queries of calls whose example selects no rows in the world. */
const QUERIES: Readonly<Record<string, () => Call['query']>> = {
  'GET /api/blade-strategy/linkage/instance/dev/names': () => ({ devTypes: '4', ids: known.row('lighting.controller') }),
  'GET /api/blade-strategy/workstrategy/readWorkStrategyEventBatch': () => ({ sns: lampSn }),
  // The known row has these names, so they are taken; a call with the id of that row finds them free.
  'GET /api/blade-sales/user/validate_account': () => ({ tenantId: SOLD, account: taken.account }),
  'GET /api/blade-sales/post/validate_postCode': () => ({ tenantId: SOLD, postCode: taken.post }),
  'GET /api/blade-sales/area/validate_areaCode': () => ({ tenantId: SOLD, areaCode: taken.area }),
}
const callOf = ({ name, good }: RouteRow): Call => {
  const call = good(name.includes(' /api/blade-sales/') ? sold : known)
  const query = QUERIES[name]?.()
  return query ? { ...call, query } : call
}

/** Calls that refuse their example, because the row or link that it names is made by the test of the call; a refusal reads the value. */
const REFUSE = new Set([
  'GET /api/blade-resource/attach/download',
  'GET /api/blade-resource/oss/file/{id}',
  'GET /api/blade-system/backup/archive',
  'GET /api/blade-develop/datasource/tables',
  'GET /api/blade-auth/oauth/render/url/{source}',
  'GET /api/blade-auth/oauth/render/{source}',
  'GET /api/blade-auth/invite/queryExpireTime',
  'GET /api/blade-auth/invite/business',
  'GET /api/blade-auth/invite/longUrl',
  'GET /api/blade-system/mapShare/fastMap',
  'GET /api/blade-city/trash_group/detail',
  'GET /api/blade-city/well_group/detail',
  'GET /api/blade-city/lamp/shared',
  'GET /api/blade-city/lamp/import/places',
  'GET /api/blade-city/controller/import/places',
  'GET /api/blade-city/cityLampInstall/import/places',
  'GET /api/blade-city/controller/group/get/powersupplystrategy',
  'GET /api/blade-strategy/powerSupplyStrategy/data/by/sn',
  'GET /api/blade-strategy/workstrategy/normal/data/controller',
  'GET /api/blade-sun/device/scan',
  'GET /api/blade-visual/shared/about',
  'GET /api/blade-visual/shared/board',
  'GET /api/blade-visual/shared/data',
  'GET /api/blade-visual/shared/lamps',
  'GET /api/blade-visual/shared/file/{id}',
])
/** Parameters for which the world has no rows, with what is missing. */
const NO_ROWS: Readonly<Record<string, string>> = {
  'GET /api/blade-auth/oauth/ways tenantId': 'gateways of text messages',
  'GET /api/blade-system/area/boundaries areaId': 'boundaries of areas',
  'GET /api/blade-device/trash/collection projectId': 'full bins',
  'GET /api/blade-device/well/chart projectId': 'present levels of wells',
  'GET /api/blade-strategy/workstrategy/special/batch/get controllerIds': 'strategies of special days',
  'GET /api/blade-report/bill/check cause': 'estimated bills',
  'GET /api/blade-report/inventory/check cause': 'metered boxes',
}

test('each query parameter of a reading call that is no list of a resource changes its answer', { timeout: 900_000 }, async () => {
  const idle: string[] = []
  const [empty, refusing] = [new Set(Object.keys(NO_ROWS)), new Set(REFUSE)]
  let count = 0
  for (const row of rows) {
    const parameters = declared(row.route.path)
    if (parameters.length === 0) continue
    const { path, query: whole = {} } = callOf(row)
    const required = new Set(parameters.filter((one) => one.required).map(({ name }) => name))
    const least = Object.fromEntries(Object.entries(whole).filter(([name]) => required.has(name)))
    // A value of the example may leave nothing to select from: the parameter is also tested without the values that are not required.
    const bases = await Promise.all(
      (Object.keys(least).length === Object.keys(whole).length ? [whole] : [whole, least]).map(async (query) => {
        const ask = (more: object) => sendCall(product, client, row.route, { ...(path ? { path } : {}), query: { ...query, ...more } })
        const first = await ask({})
        return { ask, first, changes: differs(first, await ask({})) }
      }),
    )
    const refuses = bases.every(({ first }) => first.status >= 400 && first.status < 500) && refusing.delete(row.name)
    const ids = bases.flatMap(({ first }) => first.text.match(ID)?.slice(0, 6) ?? [])
    const more = [...new Set([...ids, ...Object.values(sold.rows), ...Object.values(known.rows)])]
    const isUsed = async (parameter: Parameter): Promise<boolean> => {
      for (const { ask, changes } of bases)
        for (const value of samplesOf(parameter, more)) if (changes(await ask({ [parameter.name]: value }))) return true
      return false
    }
    for (const parameter of parameters) {
      const name = `${row.name} ${parameter.name}`
      count += 1
      if (empty.delete(name)) continue
      if (!(await isUsed(parameter)) && !refuses) idle.push(name)
    }
  }
  expect(count).toBeGreaterThan(300)
  expect([...empty, ...refusing]).toEqual([])
  expect(idle).toEqual([])
})
