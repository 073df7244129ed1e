import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FailedRow, writeFailures } from '@lamplight/inventory'
import { BOM, csvLine, type Lang, pick, type Text } from '@lamplight/kit'
import { type Ctx, page, type RouteInput } from '@lamplight/server-kit'
import type { ImportKind } from '../../model/import.ts'
import { IMPORT_HEADS } from '../../model/import-words.ts'
import type { ImportRow } from './import-session.ts'

type Reply = RouteInput['reply']
const AT_ONCE = 2000
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

interface Stored {
  row: number
  reason: Text
  cells: Record<string, string>
}

/** A page of failed rows, with reasons in the user's language (decisions.md A57). */
export const failuresPage = async (ctx: Ctx, importId: string, current: number, size: number) => {
  const [rows, [counted]] = await ctx.queries<[Stored, { n: number }]>([
    [
      'select row, reason, cells from lighting_import_failure where import_id = $1 order by row limit $2 offset $3',
      [importId, size, (current - 1) * size],
    ],
    ['select count(*)::int as n from lighting_import_failure where import_id = $1', [importId]],
  ])
  const records = rows.map(({ row, reason, cells }) => ({ row, reason: pick(reason, ctx.lang), values: cells }))
  return page(records, counted?.n ?? 0, current, size)
}

const failuresOf = async function* (ctx: Ctx, importId: string): AsyncGenerator<FailedRow> {
  let after = -1
  for (;;) {
    const rows = await ctx.query<Stored>(
      'select row, reason, cells from lighting_import_failure where import_id = $1 and row > $2 order by row limit $3',
      [importId, after, AT_ONCE],
    )
    for (const { row, reason, cells } of rows) yield { row, kind: 'invalid', reason, values: cells, at: null }
    const last = rows.at(-1)
    if (!last) return
    after = last.row
  }
}

const attach = (reply: Reply, name: string, type: keyof typeof TYPES): void => {
  reply.header('content-type', TYPES[type])
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
}

/** Writes a temporary file, sends it and deletes it: an open file can be read to its end after its name is gone. */
const sent = async (ctx: Ctx, write: (path: string) => Promise<void>) => {
  const folder = join(ctx.platform.config.dataDir, 'uploads')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${ctx.platform.newId()}.import`)
  try {
    await write(path)
    const stream = createReadStream(path)
    await new Promise((resolve, reject) => {
      stream.once('open', resolve)
      stream.once('error', reject)
    })
    return stream
  } finally {
    await rm(path, { force: true })
  }
}

/** The failed rows of an import as a sheet: number, reason, then the original cells. */
export const failuresFile = async (ctx: Ctx, row: ImportRow, type: keyof typeof TYPES, reply: Reply) => {
  const columns = row.inspection?.columns.map((column) => column.name) ?? []
  const stem = row.file_name.replace(/\.[^.]*$/, '') || 'import'
  const stream = await sent(ctx, (path) => writeFailures(path, columns, failuresOf(ctx, row.id), { format: type, lang: ctx.lang }))
  attach(reply, `${stem}-${ctx.lang === 'zh' ? '失败' : 'failed'}.${type}`, type)
  return stream
}

type Column = readonly [head: Text, example: Text | string]
const LAMP: readonly Column[] = [
  [['编号', 'ID'], 'A-0001'],
  [
    ['名称', 'Name'],
    ['朝阳路 1 号', 'Morning Road 1'],
  ],
  [['经度', 'Longitude'], '112.938814'],
  [['纬度', 'Latitude'], '28.228209'],
  [['灯杆编号', 'Post number'], 'P-0001'],
  [['功率', 'Wattage'], '150'],
  [['光源', 'Light source'], 'LED'],
  [['杆高', 'Height'], '9'],
  [IMPORT_HEADS.cabinet, ['1 号箱', 'Cabinet 1']],
  [IMPORT_HEADS.district, ['东区', 'East']],
  [['控制器序列号', 'Controller serial'], 'LC000001'],
]
const CONTROLLER: readonly Column[] = [
  [['控制器序列号', 'Controller serial'], 'LC000001'],
  [
    ['名称', 'Name'],
    ['朝阳路 1 号', 'Morning Road 1'],
  ],
  [IMPORT_HEADS.cabinet, ['1 号箱', 'Cabinet 1']],
  [IMPORT_HEADS.district, ['东区', 'East']],
]

/** The columns of an import and an example row. */
export const templateLines = (lang: Lang, kind: ImportKind): string => {
  const columns = kind === 'controller' ? CONTROLLER : LAMP
  const say = (text: Text | string): string => (typeof text === 'string' ? text : pick(text, lang))
  return csvLine(columns.map(([head]) => say(head))) + csvLine(columns.map(([, example]) => say(example)))
}

/** The template as a file, which can be filled in and uploaded. */
export const template = async (lang: Lang, kind: ImportKind, reply: Reply): Promise<string> => {
  attach(reply, `${lang === 'zh' ? '导入模板' : 'import-template'}.csv`, 'csv')
  return BOM + templateLines(lang, kind)
}
