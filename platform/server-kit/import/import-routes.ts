import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isId, modelOf } from '@lamplight/fields/model'
import { writeFailures } from '@lamplight/inventory'
import { csvLine, exampleId, type Field, type ImportStep, type ResourceDefinition, type Text } from '@lamplight/kit'
import { Type as T } from 'typebox'
import type { Ctx } from '../context-types.ts'
import { A } from '../http/answer-schema.ts'
import { idIn } from '../http/call-input.ts'
import { errors } from '../http/refuse.ts'
import type { RouteInput } from '../http/route-types.ts'
import { page } from '../http/wire.ts'
import { type Writing, writingOf } from '../resource/resource-rows.ts'
import type { PartRoute } from '../resource/resource-verbs.ts'
import { checkReferences } from '../resource/resource-write.ts'
import { XLSX_TYPE } from '../resource/workbook.ts'
import { startWork, wrongPhase } from './import-job.ts'
import { type ImportRow, keepDraft, listImports, ROW, readImport, recordOf, rowsIn } from './import-store.ts'
import { type FailedRow, keyOf, previewRows, rowsTwice, writtenRows } from './import-work.ts'
import { sheetColumns } from './sheet-columns.ts'
import { readSheet } from './sheet-file.ts'
import { templateBook } from './sheet-template.ts'
import { dictionaryWords } from './sheet-values.ts'

type Values = Record<string, unknown>
type Steps = Readonly<Record<ImportStep, PartRoute>>

const UPLOAD = 6 * 1024 * 1024
const FAILURES_SHOWN = 100
/** Places that an upload may set for all its rows. */
const PLACES = ['projectId', 'areaId'] as const

const Id = T.String({ pattern: '^\\d{1,19}$' })
const Upload = T.Object({ uploadId: Id })
const Page = {
  current: T.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  size: T.Integer({ minimum: 1, maximum: 200, default: 10 }),
}
const Covered = T.Optional(T.String({ pattern: '^[01]?$', description: '1: rows that are there already are changed' }))
const Failed = A.named('SheetFailure', A.of({ row: A.int, reason: A.text, values: A.map(A.text) }))
const RECORD = {
  id: A.id,
  uploadId: A.id,
  fileName: A.text,
  phase: A.text,
  status: A.int,
  total: A.int,
  done: A.int,
  successNum: A.int,
  failNum: A.int,
  added: A.int,
  changed: A.int,
  undone: A.int,
  kept: A.int,
  isCovered: A.int,
  reason: A.text,
  notes: A.list(A.text),
  createUser: A.id,
  createUserName: A.text,
  createTime: A.time,
  endTime: A.time,
}
const Record_ = A.named('SheetImport', A.of(RECORD))
const Status = A.named('SheetImportStatus', A.of({ ...RECORD, failures: A.list(Failed) }))

/** A file that the import accepts, for the examples of the API. */
const exampleFile = (resource: ResourceDefinition): string => {
  const columns = sheetColumns(resource).filter(({ field, required }) => required || !['ref', 'refs', 'dict'].includes(field.kind))
  const value = (name: string, field: Field, wire: string): unknown => {
    const model = modelOf(field)
    return model.example(field.options, 3)[model.wireNames(name, field.options).indexOf(wire)]
  }
  return csvLine(columns.map(({ head }) => head[0])) + csvLine(columns.map(({ name, field, wire }) => value(name, field, wire)))
}

const uploadIdIn = ({ query, body }: Pick<RouteInput, 'query' | 'body'>): string => {
  const id = query.uploadId ?? (body as Values | undefined)?.uploadId
  if (id === undefined || id === '') throw errors.missingParameter({ field: 'uploadId' }, 'uploadId')
  try {
    return idIn(id)
  } catch {
    throw errors.badParameter({ field: 'uploadId' }, 'uploadId')
  }
}
const pageIn = ({ query }: Pick<RouteInput, 'query'>): { current: number; size: number } => ({
  current: Number(query.current ?? 1),
  size: Number(query.size ?? 10),
})

/** The step-by-step import calls of a resource (decisions.md C12); paths are below the base of the resource. */
export const importSteps = (writing: Writing): Steps => {
  const { resource } = writing.served
  const permission = `${resource.code}_import`
  const places = PLACES.filter((name) => name in resource.fields)
  const Target = T.Object({
    isCovered: Covered,
    ...Object.fromEntries(places.map((name) => [name, T.Optional(T.String({ pattern: '^\\d{0,19}$' }))])),
  })
  const example = { uploadId: exampleId(`${resource.name}.import`) }
  const find = (ctx: Ctx, id: string): Promise<ImportRow> => readImport(ctx, resource.name, id)
  const failuresIn = (row: ImportRow, failed: readonly Pick<FailedRow, 'row' | 'cells' | 'reason'>[]) =>
    failed.map(({ row: number, cells, reason }) => ({
      row: number,
      reason,
      values: Object.fromEntries(row.columns.flatMap(([wire, head]) => (cells[wire] === undefined ? [] : [[head, cells[wire]]]))),
    }))
  const failed = async (ctx: Ctx, row: ImportRow, from: number, most: number) =>
    failuresIn(
      row,
      (await rowsIn(ctx.query, row.id, ROW.failed, from, most)).map((one) => ({ ...one, reason: one.reason ?? '' })),
    )

  /** Reads the file and stores its rows as a draft. */
  const receive = async (input: RouteInput) => {
    const { ctx } = input
    const sheet = await readSheet(input, resource)
    const values: Values = { ...input.fields(), ...input.query }
    const covers = String(values.isCovered ?? '') === '1'
    if (covers && !ctx.user.permissions.has(`${resource.code}_edit`)) throw errors.noRight()
    const fixed = Object.fromEntries(places.flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])))
    for (const [name, id] of Object.entries(fixed)) if (!isId(id)) throw errors.badParameter({ field: name }, name)
    await checkReferences(writing, ctx, ctx.query, { draft: fixed, old: null, owner: ctx.tenantId })
    const zh = ctx.lang === 'zh'
    const notes =
      sheet.unknown.length > 0
        ? [zh ? `未使用的列：${sheet.unknown.join('、')}` : `Columns that are not used: ${sheet.unknown.join(', ')}`]
        : []
    const twice = rowsTwice(keyOf(writing, sheet.columns), sheet.rows, ctx.lang)
    const id = await keepDraft(ctx, resource.name, sheet, { covers, fixed, notes, failed: twice })
    return { id, sheet, covers, fixed, twice }
  }
  const run = async (ctx: Ctx, row: ImportRow) => {
    await ctx.tx((query) => startWork(ctx, query, row, { from: 'draft', to: 'running' }))
    return recordOf(await find(ctx, row.id), ctx.zone)
  }
  const part = (
    method: PartRoute['method'],
    step: string,
    words: Text,
    rest: Omit<PartRoute, 'method' | 'path' | 'words' | 'permission'>,
  ): PartRoute => ({
    ...rest,
    checksItself: false,
    method,
    path: step === '' ? '/import' : `/import/${step}`,
    words,
    permission,
  })
  const brings = {
    consumes: 'multipart',
    bodyLimit: UPLOAD,
    query: Target,
    example: { query: { isCovered: '0' }, file: exampleFile(resource) },
  } as const
  const uploadBody = { body: Upload, example: { body: example } } as const
  const uploadQuery = { query: Upload, example: { query: example } } as const

  return {
    start: part('POST', '', ['导入', 'import a file'], {
      ...brings,
      returns: A.of({ uploadId: A.id, fileName: A.text }),
      handler: async (input) => {
        const { id, sheet } = await receive(input)
        await run(input.ctx, await find(input.ctx, id))
        return { uploadId: id, fileName: sheet.name }
      },
    }),
    upload: part('POST', 'upload', ['导入预览', 'upload a file and preview its import'], {
      ...brings,
      returns: A.named('SheetPreview', A.of({ ...RECORD, failures: A.list(Failed) })),
      handler: async (input) => {
        const { ctx } = input
        const { id, sheet, covers, fixed, twice } = await receive(input)
        const left = new Set(twice.map(({ row }) => row))
        const rest = sheet.rows.filter(({ row }) => !left.has(row))
        const found = await previewRows(writing, ctx, { columns: sheet.columns, covers, fixed }, rest)
        const failures = [...found.failures, ...twice].sort((one, other) => one.row - other.row)
        const row = await find(ctx, id)
        const record = recordOf(row, ctx.zone)
        return {
          ...record,
          added: found.added,
          changed: found.changed,
          failNum: failures.length,
          failures: failuresIn(row, failures.slice(0, FAILURES_SHOWN)),
        }
      },
    }),
    run: part('POST', 'run', ['开始导入', 'run an import'], {
      ...uploadBody,
      returns: Record_,
      handler: async (input) => run(input.ctx, await find(input.ctx, uploadIdIn(input))),
    }),
    discard: part('POST', 'discard', ['放弃导入', 'discard an import draft'], {
      ...uploadBody,
      returns: A.done,
      handler: async (input) => {
        const { id } = await find(input.ctx, uploadIdIn(input))
        const [gone] = await input.ctx.query("delete from kit_import where id = $1 and phase = 'draft' returning id", [id])
        if (!gone) throw wrongPhase(input.ctx)
        return {}
      },
    }),
    template: part('GET', 'template', ['导入模板', 'template of the import'], {
      answers: 'raw',
      returns: A.file(XLSX_TYPE),
      handler: async ({ ctx, reply }) => {
        reply.header('content-type', XLSX_TYPE)
        reply.header('content-disposition', `attachment; filename="${resource.code}-template.xlsx"`)
        return templateBook(ctx, resource, writing.find, (code) => dictionaryWords(ctx, code))
      },
    }),
    record: part('GET', 'record', ['导入记录', 'import records'], {
      query: T.Object(Page),
      returns: A.page(Record_),
      handler: async (input) => {
        const { current, size } = pageIn(input)
        const [rows, total] = await listImports(input.ctx, resource.name, current, size)
        return page(
          rows.map((row) => recordOf(row, input.ctx.zone)),
          total,
          current,
          size,
        )
      },
    }),
    status: part('GET', 'status', ['导入状态', 'status of an import'], {
      ...uploadQuery,
      returns: Status,
      handler: async (input) => {
        const row = await find(input.ctx, uploadIdIn(input))
        return { ...recordOf(row, input.ctx.zone), failures: await failed(input.ctx, row, 0, FAILURES_SHOWN) }
      },
    }),
    failures: part('GET', 'failures', ['导入失败行', 'failed rows of an import'], {
      query: T.Object({ ...Page, uploadId: Id }),
      example: { query: example },
      returns: A.page(Failed),
      handler: async (input) => {
        const row = await find(input.ctx, uploadIdIn(input))
        const { current, size } = pageIn(input)
        return page(await failed(input.ctx, row, (current - 1) * size, size), row.failed, current, size)
      },
    }),
    'failures/download': part('GET', 'failures/download', ['下载失败行', 'failed rows of an import as a file'], {
      answers: 'raw',
      query: T.Object({ uploadId: Id, type: T.Optional(T.Union([T.Literal('xlsx'), T.Literal('csv')])) }),
      example: { query: example },
      returns: A.file(XLSX_TYPE, 'text/csv'),
      handler: async (input) => {
        const { ctx, reply } = input
        const row = await find(ctx, uploadIdIn(input))
        const format = input.query.type === 'csv' ? 'csv' : 'xlsx'
        const rows = await failed(ctx, row, 0, row.total)
        const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
        try {
          const path = join(folder, `failed.${format}`)
          const names = row.columns.map(([, head]) => head)
          const words = rows.map((one) => ({ ...one, reason: [one.reason, one.reason] as const, kind: 'invalid' as const, at: null }))
          await writeFailures(path, names, words, { format, lang: ctx.lang })
          reply.header('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE)
          reply.header('content-disposition', `attachment; filename="${resource.code}-failed.${format}"`)
          return await readFile(path)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
    }),
    undo: part('POST', 'undo', ['撤销导入', 'undo an import'], {
      ...uploadBody,
      returns: Record_,
      handler: async (input) => {
        const { ctx } = input
        const row = await find(ctx, uploadIdIn(input))
        await ctx.tx((query) => startWork(ctx, query, row, { from: 'ended', to: 'undoing' }))
        return recordOf(await find(ctx, row.id), ctx.zone)
      },
    }),
  }
}

/**
 * Runs a step of the import of a resource, for routes written by hand that serve several resources. Throws if the user lacks the right or if the
 * resource has no sheet import; `field` is the parameter that chose the resource.
 */
export const runImport = (resource: ResourceDefinition, step: ImportStep, input: RouteInput, field: string): Promise<unknown> => {
  const writing = writingOf(input.ctx, resource)
  if (typeof writing.served.resource.io?.import !== 'object') throw errors.badParameter({ field }, field)
  if (!input.ctx.user.permissions.has(`${resource.code}_import`)) throw errors.noRight()
  return importSteps(writing)[step].handler(input)
}

/** The call that previews the undoing of an import. */
export const undoPreview = (writing: Writing): PartRoute => {
  const { resource } = writing.served
  return {
    method: 'GET',
    path: '/import/undo',
    words: ['撤销范围', 'effects of undoing an import'],
    checksItself: false,
    permission: `${resource.code}_import`,
    query: Upload,
    example: { query: { uploadId: exampleId(`${resource.name}.import`) } },
    returns: A.of({ removed: A.int, restored: A.int, kept: A.int }),
    handler: async (input) => {
      const { id } = await readImport(input.ctx, resource.name, uploadIdIn(input))
      const rows = (await writtenRows(writing, input.ctx.query, id)).filter(({ gone }) => gone === false)
      const same = rows.filter((row) => row.same)
      const removed = same.filter(({ state }) => state === ROW.added).length
      return { removed, restored: same.length - removed, kept: rows.length - same.length }
    },
  }
}
