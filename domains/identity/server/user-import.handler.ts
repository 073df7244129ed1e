import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSheetLines, type SheetLine, UnreadableInventory } from '@lamplight/inventory'
import { BOM, csvLine, exampleId, pick } from '@lamplight/kit'
import { A, errors, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { identityErrors } from '../model/identity.errors.ts'
import { headsOf, type ImportedUsers, importUsers, ROWS_AT_MOST, USER_IMPORT } from './user-import.ts'

const DONE = 2

/** The lines of the file of a request. It is written down first, for a workbook is read from its end. */
const linesOf = async ({ ctx, files }: RouteInput): Promise<{ name: string; lines: SheetLine[] }> => {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  try {
    for await (const file of files()) {
      const path = join(folder, 'file')
      await pipeline(Readable.from(file.stream), createWriteStream(path))
      const lines: SheetLine[] = []
      for await (const batch of readSheetLines(path)) {
        lines.push(...batch)
        if (lines.length > ROWS_AT_MOST + 1) break
      }
      return { name: file.name.slice(0, 200), lines }
    }
  } catch (thrown) {
    if (thrown instanceof UnreadableInventory) throw identityErrors.sheetUnreadable({ why: thrown.text[ctx.lang === 'zh' ? 0 : 1] }, 'file')
    throw thrown
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  throw errors.missingParameter({ field: 'file' }, 'file')
}

const run = async (given: RouteInput): Promise<{ uploadId: string }> => {
  const { ctx } = given
  const { name, lines } = await linesOf(given)
  const covered = String(given.query.isCovered ?? given.fields().isCovered ?? '0') === '1'
  const made = await importUsers(given, lines, covered)
  const id = ctx.platform.newId()
  await ctx.tx(async (query) => {
    await query(
      `insert into kit_job (id, tenant_id, user_id, kind, title_zh, title_en, status, done, total, result, end_time)
       values ($1, $2, $3, $4, $5, $6, ${DONE}, $7, $7, $8, now())`,
      [
        id,
        ctx.tenantId,
        ctx.user.id,
        USER_IMPORT,
        `导入用户：${name}`,
        `Users from ${name}`,
        made.total,
        JSON.stringify({ ...made, fileName: name }),
      ],
    )
    await ctx.audit({ what: 'identity.user.import', target: name, count: made.success, detail: { failed: made.failures.length } }, query)
  })
  return { uploadId: id }
}

const Covered = T.Object({ isCovered: T.Optional(T.String({ pattern: '^[01]?$', description: '1: accounts that are there are changed' })) })
const start = (path: string): Route =>
  route({
    method: 'POST',
    path,
    summary: ['导入用户', 'Import users from a CSV or XLSX file'],
    example: { query: { isCovered: '0' }, file: '登录账号,用户姓名\nzhangsan,张三\n' },
    permission: 'user_import',
    consumes: 'multipart',
    query: Covered,
    returns: A.of({ uploadId: A.id }),
    handler: run,
  })

const Upload = T.Object({ uploadId: T.String({ pattern: '^\\d{1,19}$' }) })
/** An import of the asker's own. @throws errors.notFound */
const ownImport = async ({ ctx }: Pick<RouteInput, 'ctx'>, uploadId: string): Promise<ImportedUsers & { fileName: string }> => {
  const [job] = await ctx.query<{ result: ImportedUsers & { fileName: string } }>(
    'select result from kit_job where id = $1 and kind = $2 and user_id = $3',
    [uploadId, USER_IMPORT, ctx.user.id],
  )
  if (!job) throw errors.notFound()
  return job.result
}

/** What became of it (decisions.md C12): 2 all, 3 some, 4 none. */
const status = route({
  method: 'GET',
  path: '/import/status',
  summary: ['导入结果', 'Result of a user import'],
  example: { query: { uploadId: exampleId('identity.import') } },
  permission: 'user_import',
  query: Upload,
  returns: A.of({
    ...{ uploadId: A.id, fileName: A.text, status: A.int, total: A.int, successNum: A.int, failNum: A.int, reason: A.text },
    notes: A.list(A.text),
    failures: A.list(A.of({ row: A.int, reason: A.text, values: A.map(A.text) })),
  }),
  handler: async ({ ctx, query: { uploadId } }) => {
    const { fileName, total, success, failures } = await ownImport({ ctx }, uploadId)
    return {
      uploadId,
      fileName,
      status: failures.length === 0 ? 2 : success > 0 ? 3 : 4,
      total,
      successNum: success,
      failNum: failures.length,
      reason: '',
      notes: [],
      failures,
    }
  },
})

const failed = route({
  method: 'GET',
  path: '/import/failures',
  summary: ['下载失败行', 'Failed rows of a user import, with reasons'],
  example: { query: { uploadId: exampleId('identity.import') } },
  permission: 'user_import',
  answers: 'raw',
  query: Upload,
  returns: A.file('text/csv'),
  handler: async ({ ctx, query, reply }) => {
    const { failures } = await ownImport({ ctx }, query.uploadId)
    const names = [...new Set(failures.flatMap(({ values }) => Object.keys(values)))]
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="users-failed.csv"')
    const heads = [pick(['行号', 'Row'], ctx.lang), pick(['原因', 'Reason'], ctx.lang), ...names]
    return (
      BOM + [heads, ...failures.map(({ row, reason, values }) => [row, reason, ...names.map((name) => values[name])])].map(csvLine).join('')
    )
  },
})

const template = route({
  method: 'GET',
  path: '/export-template',
  summary: ['导入模板', 'Template of the user import'],
  permission: 'user_import',
  answers: 'raw',
  returns: A.file('text/csv'),
  handler: async ({ ctx, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="users.csv"')
    return BOM + csvLine(headsOf(ctx.lang))
  },
})

export const userImportRoutes: readonly Route[] = [start('/import'), start('/import-user'), status, failed, template]
