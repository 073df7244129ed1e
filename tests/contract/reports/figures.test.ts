import { existsSync, readFileSync } from 'node:fs'
import { reportCalls } from '@lamplight/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { routeRows } from '../api/router.ts'
import { FIGURES } from './figures.ts'
import { type Answer, type Asked, midnight, type Query } from './figures-count.ts'
import { DAY, makeWorld, type Tenant, type World } from './figures-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.product.stop())

const dayOf = (at: number, zone: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })

/** Returns the parameters with which each figure of a kind is tested: none, a device type, places with devices, and spans of days. */
const questions = (tenant: Tenant, kind: 'plain' | 'place' | 'span', now: number): readonly Query[] => {
  if (kind === 'plain') return [{}]
  const [area] = [...new Set(tenant.devices.map((device) => device.area))].filter((id) => id !== null)
  const [project] = [...new Set(tenant.devices.filter(({ type }) => type >= 10_000).map((device) => device.project))].filter(
    (id) => id !== null,
  )
  const places: readonly Query[] = [
    {},
    ...(area ? [{ areaId: area }, { areaId: tenant.parents.get(area) ?? area }] : []),
    ...(project ? [{ projectId: project }] : []),
  ]
  if (kind === 'place') return [...places, { devType: '4' }, { devType: String(tenant.devices.find(({ type }) => type >= 10_000)?.type) }]
  const day = (ago: number): string => dayOf(now - ago * DAY, tenant.zone)
  return [
    ...places,
    { startDate: day(2), endDate: day(1) },
    { startDate: day(0), endDate: day(0) },
    { startDate: day(5), endDate: day(2), ...places[1] },
  ]
}
const spanOf = (tenant: Tenant, { startDate, endDate }: Query): Asked['span'] => {
  if (!startDate || !endDate) return undefined
  const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)
  const first = (day: string): number => {
    const near = [noon(day) - DAY, noon(day), noon(day) + DAY].find((at) => dayOf(at, tenant.zone) === day) ?? noon(day)
    return midnight(near, tenant.zone)
  }
  return { from: first(startDate), to: midnight(first(endDate) + 1.5 * DAY, tenant.zone) - 1 }
}

test.each(FIGURES.map((figure, n) => [`${n + 1} ${figure.call} ${Object.values(figure.query ?? {}).join()}`, figure] as const))(
  'counted a second way: %s',
  async (_, { call, query, kind, pick, count }) => {
    for (const tenant of world.tenants) {
      const now = world.product.platform.clock.now()
      for (const question of questions(tenant, kind, now)) {
        const asked = { ...query, ...question }
        const answer = await tenant.client.get<Answer>(`/api/${call}`, asked)
        expect(answer.code, `${call} ${JSON.stringify(asked)}: ${answer.msg}`).toBe(200)
        expect(pick(answer.data), `${tenant.id} ${call} ${JSON.stringify(asked)}`).toEqual(
          count({ tenant, query: asked, now, span: spanOf(tenant, question) }),
        )
      }
    }
  },
)

test('the world holds what figures often forget: every type, types made at run time, every state, devices that came, and lost gateways', () => {
  for (const { devices, gateways, lost, alarms } of world.tenants) {
    expect(new Set(devices.map(({ state }) => state))).toEqual(new Set([1, 2, 3, 4, 5]))
    expect(devices.filter(({ type }) => type >= 10_000).length).toBeGreaterThan(3)
    expect(new Set(devices.map(({ resource }) => resource)).size).toBeGreaterThan(15)
    expect(devices.some(({ created }) => created > world.product.platform.clock.now() - DAY)).toBe(true)
    expect(gateways.filter(({ id, online }) => !online && lost.has(id)).length).toBeGreaterThan(0)
    expect(new Set(alarms.map(({ type }) => type)).size).toBeGreaterThan(2)
  }
})

/** Paths of calls that answer figures. */
const FIGURE =
  /\/((\w+_)?counts?|(\w+_)?stat|(\w+_)?charts?|\w*rank\w*|rate|analys\w+|offline_analyse|status_num|categorical_data|gather|full-empty|check|comparison|bell|overview|dashboard\/info)$/
/** Calls with figures that another test checks with data of its own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/api/blade-city/param/drift/count': 'tests/contract/control/device-params.test.ts',
  '/api/blade-device/trash/chart': 'tests/contract/devices/environment.test.ts',
  '/api/blade-device/well/chart': 'tests/contract/devices/environment.test.ts',
  '/api/blade-device/trash/full-empty': 'tests/contract/devices/environment.test.ts',
  '/api/blade-report/bill/check': 'tests/contract/reports/report-bills.test.ts',
  '/api/blade-report/carbon/analysis': 'tests/contract/reports/report-figures.test.ts',
  '/api/blade-report/savings/analysis': 'tests/contract/reports/report-figures.test.ts',
  '/api/blade-report/fault/analysis': 'tests/contract/reports/report-faults.test.ts',
  '/api/blade-report/inventory/check': 'tests/contract/reports/report-inventory.test.ts',
  '/api/blade-system/area/counts': 'tests/contract/import/places.test.ts',
  '/api/blade-visual/integratedProduct/cabin/count': 'tests/contract/devices/road-cabinets.test.ts',
}

test('every call whose answer is a figure is in the list, is derived from a definition, or names the test that counts it', () => {
  const defined = new Set(
    slices.flatMap(({ reports = [] }) => reports.flatMap((report) => reportCalls(report).map(({ path }) => `/api/${path}`))),
  )
  const listed = new Set(FIGURES.map(({ call }) => `/api/${call}`))
  const found = routeRows(world.product.registry)
    .filter(({ route, follows }) => !follows && route.method === 'GET' && FIGURE.test(route.path) && !defined.has(route.path))
    .map(({ route }) => route.path)
  expect(found.filter((path) => !listed.has(path) && !(path in ELSEWHERE)).sort()).toEqual([])
  for (const [path, file] of Object.entries(ELSEWHERE)) {
    expect(found, `${path} is no figure any more`).toContain(path)
    expect(existsSync(file) && readFileSync(file, 'utf8').includes(`/${path.split('/').at(-1)}`), `${file} asks ${path}`).toBe(true)
  }
})

test('the list of alarms of a system has those of its projects', async () => {
  for (const { client, alarms, systems } of world.tenants)
    for (const type of new Set(systems.values())) {
      const { data } = await client.get<{ total: number }>('/api/blade-alarm/alarm/page', { projectType: type, size: 1 })
      expect(data.total, `projects of type ${type}`).toBe(
        alarms.filter(({ project }) => project !== null && systems.get(project) === type).length,
      )
    }
})
