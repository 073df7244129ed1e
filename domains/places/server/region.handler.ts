import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSheetLines, type SheetLine, UnreadableInventory } from '@lamplight/inventory'
import { BOM, csvLine, pick, type Text } from '@lamplight/kit'
import { A, errors, fieldError, page, pageWindow, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { placesErrors } from '../model/places.errors.ts'
import { REGIONS, RegionAnswer, type RegionRow, ROOT, regionNode, regionsBelow, wireRegion } from './region.ts'
import { type RegionInput, regionFault, writeRegion } from './region-write.ts'

const BASE = '/api/blade-system/region'
const Code = T.String({ pattern: '^\\d{1,12}$' })
const Below = T.Object({ parentCode: T.Optional(T.String({ pattern: '^\\d{0,12}$' })) })
const Text50 = T.Optional(T.String({ maxLength: 50 }))
const LINES_AT_MOST = 50_000

const list = route({
  method: 'GET',
  path: `${BASE}/list`,
  summary: ['行政区划分页', 'Administrative regions, paged'],
  example: { query: { parentCode: '43' } },
  permission: 'signed-in',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: -1, maximum: 1_000_000, default: 1 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000, default: 10 })),
    code: Text50,
    parentCode: Text50,
    name: Text50,
  }),
  returns: A.page(RegionAnswer),
  handler: async ({ ctx, query }) => {
    const { size = 10 } = query
    const current = Math.max(query.current ?? 1, 1)
    const { limit, offset } = pageWindow({ current, size })
    const filter = `($1 = '' or t.code = $1) and ($2 = '' or t.parent_code = $2) and ($3 = '' or t.name = $3)`
    const input = [query.code ?? '', query.parentCode ?? '', query.name ?? '']
    const [rows, [counted]] = await ctx.queries<[RegionRow, { n: number }]>([
      [`${REGIONS} where ${filter} order by t.code limit $4 offset $5`, [...input, limit, offset]],
      [`select count(*)::int as n from places_region t where ${filter}`, input],
    ])
    return page(rows.map(wireRegion), counted?.n ?? 0, current, size)
  },
})

const lazyList = route({
  method: 'GET',
  path: `${BASE}/lazy-list`,
  summary: ['下级行政区划', 'Regions directly below one'],
  example: { query: { parentCode: '43' } },
  permission: 'signed-in',
  query: Below,
  returns: A.list(RegionAnswer),
  handler: async ({ ctx, query }) => (await regionsBelow(ctx, query.parentCode || ROOT)).map(wireRegion),
})

const lazyTree = route({
  method: 'GET',
  path: `${BASE}/lazy-tree`,
  summary: ['下级行政区划树节点', 'Regions directly below one, as tree nodes'],
  example: { query: { parentCode: '00' } },
  permission: 'signed-in',
  query: Below,
  returns: A.nodes(),
  handler: async ({ ctx, query }) => (await regionsBelow(ctx, query.parentCode || ROOT)).map(regionNode),
})

const select = route({
  method: 'GET',
  path: `${BASE}/select`,
  summary: ['行政区划选择项', 'Regions directly below one, to choose from'],
  example: { query: { code: '00' } },
  permission: 'signed-in',
  query: T.Object({ code: T.Optional(Code) }),
  returns: A.list(RegionAnswer),
  handler: async ({ ctx, query }) => (await regionsBelow(ctx, query.code ?? ROOT)).map(wireRegion),
})

const detail = route({
  method: 'GET',
  path: `${BASE}/detail`,
  summary: ['行政区划详情', 'Region: detail'],
  example: { query: { code: '4301' } },
  permission: 'signed-in',
  query: T.Object({ code: Code }),
  returns: RegionAnswer,
  handler: async ({ ctx, query }) => {
    const [row] = await ctx.query<RegionRow>(`${REGIONS} where t.code = $1`, [query.code])
    if (!row) throw errors.notFound()
    return wireRegion(row)
  },
})

const Sort = T.Optional(T.Union([T.Integer({ minimum: -1, maximum: 99_999 }), T.Null(), T.Literal('')]))
const submit = route({
  method: 'POST',
  path: `${BASE}/submit`,
  summary: ['新增或修改行政区划', 'Add or change a region'],
  example: { body: { code: '430199', parentCode: '4301', name: '新区' } },
  permission: 'region_add',
  body: T.Object({
    code: T.String({ maxLength: 12 }),
    parentCode: T.String({ maxLength: 12 }),
    name: T.String({ minLength: 1, maxLength: 100 }),
    sort: Sort,
    remark: T.Optional(T.Union([T.String({ maxLength: 255 }), T.Null()])),
  }),
  returns: A.done,
  handler: async ({ ctx, body }) => {
    const sort = typeof body.sort === 'number' && body.sort >= 0 ? body.sort : null
    const input: RegionInput = {
      code: body.code.trim(),
      parentCode: body.parentCode.trim(),
      name: body.name.trim(),
      sort,
      remark: body.remark ?? '',
    }
    await ctx.tx((query) => writeRegion(ctx, query, input))
  },
})

const remove = route({
  method: 'POST',
  path: `${BASE}/remove`,
  summary: ['删除行政区划', 'Remove a region without children'],
  example: { query: { id: '430199' } },
  permission: 'region_delete',
  query: T.Object({ id: Code }),
  returns: A.done,
  handler: async ({ ctx, query: { id } }) => {
    if (!ctx.user.administrator) throw errors.noRight()
    await ctx.tx(async (query) => {
      const [row] = await query<RegionRow>(`${REGIONS} where t.code = $1`, [id])
      if (!row) throw errors.notFound()
      if (row.hasChildren || id === ROOT) throw placesErrors.regionBelow()
      await query('delete from places_region where code = $1', [id])
      await ctx.audit({ what: 'places.region.remove', target: id, detail: { before: { name: row.name } } }, query)
    })
  },
})

/** Columns of the file in written order; an imported file may name them in either language. */
const COLUMNS = {
  code: ['区划编号', 'Code'],
  parentCode: ['父区划编号', 'Parent code'],
  name: ['区划名称', 'Name'],
  sort: ['排序', 'Order'],
  remark: ['备注', 'Remark'],
} as const satisfies Record<string, Text>
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]
const REQUIRED = ['code', 'parentCode', 'name'] as const satisfies readonly Column[]

const sendFile = ({ ctx, reply }: Pick<RouteInput, 'ctx' | 'reply'>, name: string, lines: readonly (readonly unknown[])[]): string => {
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}.csv"`)
  return BOM + [NAMES.map((column) => pick(COLUMNS[column], ctx.lang)), ...lines].map(csvLine).join('')
}

const exportRegion = route({
  method: 'GET',
  path: `${BASE}/export-region`,
  summary: ['导出行政区划', 'Export regions'],
  permission: 'region_export',
  answers: 'raw',
  returns: A.file('text/csv'),
  handler: async (input) => {
    const rows = await input.ctx.query(
      `select code, coalesce(parent_code, '') as "parentCode", name, sort, remark from places_region order by code`,
    )
    return sendFile(
      input,
      'regions',
      rows.map((row) => NAMES.map((column) => row[column])),
    )
  },
})

const template = route({
  method: 'GET',
  path: `${BASE}/export-template`,
  summary: ['行政区划导入模板', 'Import template of regions'],
  permission: 'region_import',
  answers: 'raw',
  returns: A.file('text/csv'),
  handler: async (input) => sendFile(input, 'regions-template', []),
})

const linesOf = async ({ ctx, files }: RouteInput): Promise<SheetLine[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'regions-'))
  try {
    for await (const file of files()) {
      const path = join(folder, 'file')
      await pipeline(Readable.from(file.stream), createWriteStream(path))
      const lines: SheetLine[] = []
      for await (const batch of readSheetLines(path)) {
        lines.push(...batch)
        if (lines.length > LINES_AT_MOST) throw errors.tooLarge({ limit: String(LINES_AT_MOST) }, 'file')
      }
      return lines
    }
  } catch (thrown) {
    if (thrown instanceof UnreadableInventory) throw fieldError('file', thrown.text, ctx.lang)
    throw thrown
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  throw errors.missingParameter({ field: 'file' }, 'file')
}

/** Adds the regions of a file and changes existing ones; none if a line is wrong. */
const importRegion = route({
  method: 'POST',
  path: `${BASE}/import-region`,
  summary: ['导入行政区划', 'Import regions from a CSV or XLSX file'],
  example: { query: { isCovered: '0' }, file: 'code,parent code,name\n4301030,430103,城南路\n' },
  permission: 'region_import',
  consumes: 'multipart',
  query: T.Object({ isCovered: T.Optional(T.String({ pattern: '^[01]?$', description: '1: regions that are there are changed' })) }),
  returns: A.count,
  handler: async (input) => {
    const { ctx } = input
    const [head, ...lines] = await linesOf(input)
    const at = new Map<Column, number>()
    for (const [place, cell] of (head?.cells ?? []).entries()) {
      const column = NAMES.find((name) => [name, ...COLUMNS[name]].some((known) => known.toLowerCase() === cell.trim().toLowerCase()))
      if (column) at.set(column, place)
    }
    const missing = REQUIRED.find((column) => !at.has(column))
    if (missing) throw errors.missingParameter({ field: pick(COLUMNS[missing], ctx.lang) }, 'file')
    const covered = input.query.isCovered === '1'
    let count = 0
    await ctx.tx(async (query) => {
      for (const { row, cells } of lines) {
        const cell = (column: Column): string => (cells[at.get(column) ?? -1] ?? '').trim()
        const order = Number(cell('sort') || 1)
        const call = {
          code: cell('code'),
          parentCode: cell('parentCode'),
          name: cell('name'),
          sort: order,
          remark: cell('remark').slice(0, 255),
        }
        if (call.code === ROOT) continue
        const fault = regionFault(call) ?? (Number.isInteger(order) && order >= 0 && order < 100_000 ? null : 'sort')
        if (fault)
          throw fieldError('file', [`第 ${row} 行：${COLUMNS[fault][0]}不正确`, `row ${row}: ${COLUMNS[fault][1]} is wrong`], ctx.lang)
        const [known] = covered ? [] : await query('select 1 from places_region where code = $1', [call.code])
        if (known) continue
        await writeRegion(ctx, query, call)
        count += 1
      }
    })
    return { count }
  },
})

export const regionRoutes: readonly Route[] = [
  list,
  lazyList,
  lazyTree,
  select,
  detail,
  submit,
  remove,
  exportRegion,
  template,
  importRegion,
]
