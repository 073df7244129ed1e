import { type ReportDefinition, type ReportMeasure, type ReportSource, reportCalls, type SourceDimension } from '@lamplight/kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices as ours } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'
import { declaredParameters, differs, type Parameter } from '../api/parameter-use.ts'
import { sendCall } from '../api/router.ts'
import { expectMeasures, expectRounded } from './report-expect.ts'
import {
  type Cell,
  coarser,
  DAYS,
  dayAt,
  type Group,
  groupsOf,
  HELD,
  measured,
  plain,
  type Question,
  type ReportWorld,
  refersTo,
  type SourceRow,
} from './report-model.ts'
import { allPages, countedIn, keysIn, type Page, queryOf, type Record_, sentFor } from './report-pages.ts'
import { rowReports } from './row-reports.ts'
import { choicesOf, insert, insertRows, randomRows, replaceViews, storeCounts } from './source-rows.ts'

// Compares every report of the slices with a model that computes the answer from random rows without SQL.
const TENANT = '100001'
const OTHER = '000000'
const ROWS = 700
const PASSWORD = 'Report-12'
const slices = [...ours, rowReports]
const reports = slices.flatMap(({ reports: own = [] }) => own)
const sources = [...new Set(reports.map(({ source }) => source))]

let product: TestPlatform
let operator: ApiClient
let chief: ApiClient | undefined
let guest: ApiClient
/** A user who is limited to one area. */
let keeper: ApiClient
let keeperArea: string
let keeperId: string
/** Query parameters of a call by the API document. */
let declared: (path: string) => readonly Parameter[]
/** Title of a row by its id, for the rows of dimensions. */
const titles = new Map<string, string>()
const ids = new Map<string, string[]>()
const world: ReportWorld = { rowsOf: new Map(), parents: new Map() }

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const roleOf = async (alias: string): Promise<string> =>
  String(
    (
      await sql<{ id: string }>('select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted', [TENANT, alias])
    )[0]?.id,
  )
const addUser = async (account: string, alias: string, more: object = {}): Promise<string> =>
  must(chief ?? (await product.signIn()), '/api/blade-user/submit', {
    tenantId: TENANT,
    account,
    password: PASSWORD,
    realName: account,
    roleId: await roleOf(alias),
    ...more,
  })

/** Returns the values that rows of a dimension may have. */
const valuesOf = (dimension: SourceDimension): Cell[] => {
  const { kind } = dimension.field
  if (kind === 'choice') return choicesOf(dimension).map(Number)
  return kind === 'ref' ? ['0', ...(ids.get(refersTo(dimension)) ?? [])] : ['', 'operator', '=cmd()', 'night, shift']
}

/** Replaces all rows of a source by random ones of two tenants. */
const fill = async (source: ReportSource, seed: number): Promise<void> => {
  const { levels = [] } = source
  // Sources of one table have different rows of it.
  const only = Object.entries(source.only ?? {}).map(([column, value]) => `${column} = '${value}'`)
  for (const { from } of [source, ...levels]) await sql(`delete from ${from}${only.length > 0 ? ` where ${only.join(' and ')}` : ''}`)
  for (const [at, tenant] of [TENANT, OTHER].entries()) {
    const rows = randomRows(source, seed + at, ROWS, keeperId, valuesOf)
    await (source.rows ? insertRows(product.platform, source, tenant, rows) : insert(product.platform, source.from, tenant, rows))
    for (const level of levels) {
      const summed = coarser(source, level, rows)
      await insert(product.platform, level.from, tenant, summed)
      await storeCounts(product.platform, source, level, tenant, summed)
      if (!level.through) continue
      await sql(`delete from ${level.through} where tenant_id = $1`, [tenant])
      await insert(product.platform, level.through, tenant, [{ day: HELD }])
    }
    if (tenant === TENANT) world.rowsOf.set(source, rows)
  }
}

beforeAll(async () => {
  declared = await declaredParameters()
  product = await testPlatform({ slices: slices.map((slice) => ({ ...slice, tasks: [] })), config: { DEMO_LAMPS: '60', DEMO_NIGHTS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const areas = await sql<{ id: string; parent: string | null }>(
    'select id, parent_id::text as parent from places_area where tenant_id = $1 and not is_deleted order by id',
    [TENANT],
  )
  for (const { id, parent } of areas) if (parent) world.parents.set(id, parent)
  keeperArea = areas.find(({ parent }) => parent !== null)?.id as string
  const signIn = (account: string): Promise<ApiClient> => product.signIn({ tenantId: TENANT, account, password: PASSWORD })
  await addUser('report_chief', 'admin')
  chief = await signIn('report_chief')
  keeperId = await addUser('area_keeper', 'operator', { areaIds: keeperArea })
  await addUser('report_guest', 'guest')
  keeper = await signIn('area_keeper')
  guest = await signIn('report_guest')
  for (const { dimensions } of sources)
    for (const dimension of Object.values(dimensions)) {
      const resource = product.registry.resources.get(refersTo(dimension))?.resource
      if (!resource || ids.has(resource.name)) continue
      const table = resource.name.replace('.', '_')
      const title = resource.title ?? 'name'
      const found = await sql<{ id: string; title: string }>(
        `select id, to_jsonb(t) ->> $2 as title from ${table} t where tenant_id = $1 and not is_deleted order by id limit 12`,
        [TENANT, title.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
      )
      ids.set(
        resource.name,
        found.map(({ id }) => id),
      )
      for (const { id, title: name } of found) titles.set(id, name)
    }
  await replaceViews(product.databaseUrl, new Set(sources.flatMap(({ from, levels = [] }) => [from, ...levels.map((level) => level.from)])))
  for (const [n, source] of sources.entries()) await fill(source, 4200 + 10 * n)
  // A source of rows has replaced all controllers: the others are shown by their ids.
  const left = new Set((await sql<{ id: string }>('select id::text as id from lighting_controller')).map(({ id }) => id))
  for (const id of ids.get('lighting.controller') ?? []) if (!left.has(id)) titles.set(id, id)
})
afterAll(() => product?.stop())

const questionOf = (report: ReportDefinition): fc.Arbitrary<Question> => {
  const filter = (name: string): fc.Arbitrary<readonly string[]> => {
    const dimension = report.source.dimensions[name] as SourceDimension
    const { kind } = dimension.field
    const values = valuesOf(dimension)
      .map(String)
      .filter((value) => value !== '' && (kind === 'choice' || value !== '0'))
    return fc.subarray(values, { minLength: Math.min(1, values.length), maxLength: Math.min(values.length, kind === 'text' ? 1 : 3) })
  }
  return fc.record({
    from: fc.integer({ min: 0, max: DAYS - 1 }),
    length: fc.integer({ min: 1, max: DAYS }),
    dateType: fc.constantFrom('2', '3', '4'),
    compare: fc.constantFrom('', '1', '2'),
    by: fc.oneof(
      fc.shuffledSubarray(['period', ...report.dimensions], { minLength: 1 }),
      fc.subarray(countedIn(report).map((name) => ['period', name])).map(([by]) => by ?? ['period']),
    ),
    filters: fc
      .record(Object.fromEntries(report.dimensions.map((name) => [name, fc.option(filter(name), { freq: 2, nil: [] })])))
      .map((chosen) => Object.fromEntries(Object.entries(chosen).filter(([, values]) => values.length > 0))),
  })
}
describe.each(reports.map((report) => [report.name, report] as const))('%s', (_name, report) => {
  const expectPage = (found: Page, question: Question, groups: readonly Group[]): void => {
    expect(found.total).toBe(groups.length)
    const byKeys = new Map(found.records.map((record) => [keysIn(report, question.by, record), record]))
    expect([...byKeys.keys()].sort()).toEqual(groups.map(({ keys }) => JSON.stringify(keys)).sort())
    for (const { keys, now, before } of groups)
      expectMeasures(report, byKeys.get(JSON.stringify(keys)) as Record_, now, question.compare ? before : null)
    const all = (when: 'now' | 'before'): SourceRow[] => groups.flatMap((group) => group[when])
    expectMeasures(report, found.totals, all('now'), question.compare ? all('before') : null)
  }

  test('a page equals the model over random rows, for any range, grain, grouping, filters and comparison', () =>
    fc.assert(
      fc.asyncProperty(questionOf(report), async (question) => {
        expectPage(await allPages(operator, report, queryOf(question)), question, groupsOf(world, report, question))
      }),
      { numRuns: 20 },
    ))

  test('a user limited to an area sees only its rows, or rows that they caused; another tenant sees none', async () => {
    const question: Question = { from: 0, length: DAYS, dateType: '3', compare: '1', by: [...report.by], filters: {} }
    const { place } = report.source
    const sees = (row: SourceRow): boolean =>
      !place || ('author' in place ? row[place.author] === keeperId : row[place.area] === keeperArea)
    const groups = groupsOf(world, report, question, sees)
    expect(groups.length).toBeGreaterThan(0)
    expectPage(await allPages(keeper, report, queryOf(question)), question, groups)
    const foreign = await product.signIn({ tenantId: OTHER, account: 'admin' })
    const theirs = await allPages(foreign, report, queryOf(question))
    expect(theirs.totals).not.toEqual((await allPages(operator, report, queryOf(question))).totals)
  })

  test('pages are repeatable, contain every group, and follow the requested order', async () => {
    const question: Question = { from: 30, length: 300, dateType: '2', compare: '', by: ['period', ...report.dimensions], filters: {} }
    const whole = await allPages(operator, report, queryOf(question))
    for (const order of [
      {},
      { ascs: Object.keys(report.measures)[0] },
      { descs: `${report.dimensions[0]},${Object.keys(report.measures)[0]}` },
    ]) {
      const pages = await allPages(operator, report, { ...queryOf(question), ...order }, 37)
      expect(pages.total).toBe(whole.total)
      expect(new Set(pages.records.map((record) => keysIn(report, question.by, record))).size).toBe(whole.total)
    }
    const [first = ''] = Object.keys(report.measures)
    const sorted = (await allPages(operator, report, { ...queryOf(question), descs: first }, 50)).records.flatMap(
      (record) => record[first] ?? [],
    )
    expect(sorted).toEqual([...sorted].sort((a, b) => Number(b) - Number(a)))
    expect(whole.records.map(({ period }) => period)).toEqual(
      whole.records
        .map(({ period }) => String(period))
        .sort()
        .reverse(),
    )
  })

  test('far pages by day and single row equal the whole, in both directions', async () => {
    const { single } = report.source
    const question: Question = { from: 20, length: 400, dateType: '2', compare: '', by: ['period', single?.by ?? ''], filters: {} }
    if (!single) return expect(report.source.levels ?? []).not.toContainEqual(expect.objectContaining({ counts: true }))
    const groups = groupsOf(world, report, question)
    for (const order of [{ ascs: 'period' }, { descs: 'period' }, {}]) {
      const pages = await allPages(operator, report, { ...queryOf(question), ...order }, 37)
      expectPage(pages, question, groups)
      const keys = pages.records.map((record) => `${record.period} ${String(record[single.by]).padStart(19, '0')}`)
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b === 'ascs' in order ? -1 : 1)))
    }
    const beyond = await operator.get<Page>(`/api/${report.base}/page`, { ...queryOf(question), current: 999, size: 37 })
    expect(beyond.data).toMatchObject({ records: [], total: groups.length })
  })

  test('names are returned beside ids; the chart has a value for each period', async () => {
    const question: Question = { from: 10, length: 120, dateType: '3', compare: '', by: [...report.by], filters: {} }
    const { records } = await allPages(operator, report, queryOf(question))
    for (const name of report.by) {
      const dimension = report.source.dimensions[name]
      if (dimension?.field.kind !== 'ref') continue
      for (const record of records) if (record[name]) expect(record[name.replace(/Id$/, 'Name')]).toBe(titles.get(String(record[name])))
    }
    type Chart = { times: string[]; series: { code: string; values: (number | null)[] }[] }
    const { data: chart } = await operator.get<Chart>(`/api/${report.base}/chart`, queryOf(question))
    const [from, to] = [plain(dayAt(10)), plain(dayAt(129))]
    const times = Array.from({ length: 12 }, (_, n) => from.with({ day: 1 }).add({ months: n })).filter(
      (at) => Temporal.PlainDate.compare(at, to) <= 0,
    )
    expect(chart.times).toEqual(times.map(String))
    const { split, measures: names } = report.chart
    const groups = groupsOf(world, report, { ...question, by: split ? ['period', split] : ['period'] })
    for (const { code, values } of chart.series)
      for (const [n, time] of chart.times.entries()) {
        const group = groups.find(({ keys }) => keys.period === time && (!split || keys[split] === code))
        const name = split ? (names[0] as string) : code
        const wanted = group ? measured(report, report.measures[name] as ReportMeasure, group.now) : null
        expectRounded(report.measures[name], values[n], wanted, `${name} at ${time}`)
      }
    expect(chart.series.length).toBe(split ? Math.min(8, new Set(groups.map(({ keys }) => keys[split])).size) : names.length)
  })

  test('the file has the rows of the page with names instead of ids, and escapes formulas', async () => {
    const question: Question = { from: 0, length: DAYS, dateType: '3', compare: '1', by: [...report.by], filters: {} }
    const { records } = await allPages(operator, report, queryOf(question))
    const response = await operator.call(
      'GET',
      `/api/${report.base}/export?${new URLSearchParams({ ...queryOf(question), format: 'csv' })}`,
    )
    const body = await response.text()
    expect(response.status, body.slice(0, 200)).toBe(200)
    const lines = body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(records.length + 1)
    expect(body).not.toMatch(/(^|,|\n)"?=cmd/)
    const measures = Object.keys(report.measures).flatMap((name) => ['', 'Before', 'Change', 'Rate'].map((end) => `${name}${end}`))
    for (const [n, record] of records.entries()) {
      const wanted = measures.map((name) => String(record[name] ?? '')).join()
      expect(lines[n + 1]?.endsWith(`,${wanted}`), `${lines[n + 1]} ends with ${wanted}`).toBe(true)
    }
    const book = await operator.call('GET', `/api/${report.base}/export?${new URLSearchParams({ ...queryOf(question), format: 'xlsx' })}`)
    expect(
      Buffer.from(await book.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  test('an invalid parameter is refused with its name', async () => {
    const ref = report.dimensions.find((name) => report.source.dimensions[name]?.field.kind !== 'text') as string
    const wrong: readonly (readonly [field: string, query: Record<string, string>])[] = [
      ['startDate', { startDate: '2024-02-30' }],
      ['startDate', { startDate: 'yesterday' }],
      ['endDate', { startDate: '2024-05-02', endDate: '2024-05-01' }],
      ['endDate', { startDate: '1990-01-01', endDate: '2024-05-01' }],
      ['dateType', { dateType: '1' }],
      ['dateType', { dateType: 'toString' }],
      ['compare', { compare: '3' }],
      ['by', { by: 'period,tenant_id' }],
      ['by', { by: 'period,period' }],
      [ref, { [ref]: 'x' }],
      [ref, { [ref]: '1,2;drop' }],
      ['descs', { descs: 'unknown' }],
    ]
    for (const [field, query] of wrong) {
      const answer = await operator.get<object>(`/api/${report.base}/page`, query)
      expect([answer.code, answer.msg.includes(field)], JSON.stringify([query, answer.msg])).toEqual([400, true])
    }
    const answer = await operator.get<object>(`/api/${report.base}/export`, { format: 'doc' })
    expect([answer.code, answer.msg.includes('format')]).toEqual([400, true])
  })

  test('guests may view but not export; a user without the right may not view', async () => {
    expect((await guest.get(`/api/${report.base}/page`)).code).toBe(200)
    expect((await guest.get(`/api/${report.base}/export`)).code).toBe(400)
    const roleId = await must(chief as ApiClient, '/api/blade-system/role/submit', {
      roleName: report.code,
      roleAlias: report.code,
      sort: 9,
    })
    const account = `without_${reports.findIndex(({ name }) => name === report.name)}`
    await addUser(account, 'operator', { roleId })
    const none = await product.signIn({ tenantId: TENANT, account, password: PASSWORD })
    expect((await none.get(`/api/${report.base}/page`)).code).toBe(400)
  })

  const uses = async (): Promise<void> => {
    const idle: string[] = []
    for (const { path, method = 'GET', answers, by, names = {} } of reportCalls(report)) {
      const parameters = declared(`/api/${path}`)
      expect([path, method, parameters.length > 3]).toEqual([path, 'GET', true])
      const wire = (own: string): string => Object.keys(names).find((name) => names[name] === own) ?? own
      // The last days, so that both earlier times have rows.
      const range = { [wire('startDate')]: dayAt(DAYS - 100), [wire('endDate')]: dayAt(DAYS - 1) }
      const ask = (query: object) =>
        sendCall(
          product,
          operator,
          { method, path: `/api/${path}` },
          { query: { ...range, ...(answers === 'page' ? { size: 50 } : {}), ...query } },
        )
      // A grain shows in periods and in earlier times only.
      const bases = [{}, { compare: '1' }, ...(by ? [] : [{ by: 'period' }])]
      const asked = await Promise.all(
        bases.map(async (base) => {
          const first = await ask(base)
          expect([path, base, first.status]).toEqual([path, base, 200])
          return { base, changes: differs(first, await ask(base)) }
        }),
      )
      for (const parameter of parameters) {
        const own = names[parameter.name] ?? parameter.name
        const isUsed = async (): Promise<boolean> => {
          for (const { base, changes } of asked)
            for (const value of sentFor(report, own)) {
              const answer = await ask({ ...base, [parameter.name]: value })
              // A value that is only checked is not used.
              if (answer.status === 200 && changes(answer)) return true
            }
          return false
        }
        if (!(await isUsed())) idle.push(`${path} ${parameter.name}`)
      }
    }
    expect(idle).toEqual([])
  }
  // The reports of this test itself are in no document.
  if (!rowReports.reports?.includes(report)) test('each query parameter that a call declares changes its answer', uses)

  test('the additional calls of the catalogue answer in their own spelling', async () => {
    for (const { path, answers, by, fixed, method, names = {} } of report.calls ?? []) {
      const wire = (own: string): string => Object.keys(names).find((name) => names[name] === own) ?? own
      const query = { [wire('startDate')]: dayAt(0), [wire('endDate')]: dayAt(99) }
      if (answers === 'export') {
        const file = await operator.call('GET', `/api/${path}?${new URLSearchParams({ ...query, format: 'csv' })}`)
        expect([file.status, (await file.text()).split('\n').length > 1]).toEqual([200, true])
        continue
      }
      const { data, code, msg } = await (method === 'POST'
        ? operator.post<Page>(`/api/${path}`, query)
        : operator.get<Page & { measures?: unknown[] }>(`/api/${path}`, query))
      expect(code, msg).toBe(200)
      if (answers === 'page') {
        const groups = groupsOf(world, report, {
          from: 0,
          length: 100,
          dateType: (fixed?.dateType ?? '2') as '2',
          compare: '',
          by: [...(by ?? report.by)],
          filters: {},
        })
        expect(data.total).toBe(groups.length)
      }
      if (answers === 'comparison') expect((data as { measures?: unknown[] }).measures).toHaveLength(Object.keys(report.measures).length)
    }
  })
})
