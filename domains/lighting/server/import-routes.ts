import { exampleId, pick } from '@lamplight/kit'
import { A, type Ctx, errors, page, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { IMPORT_CALLS, type ImportKind } from '../model/import.ts'
import { failuresFile, failuresPage, template, templateLines } from './import-files.ts'
import { type Correction, corrected, MappingSchema, ReadingSchema, recall, remember } from './import-mapping.ts'
import { receive } from './import-parts.ts'
import { previewImport } from './import-preview.ts'
import { FailedReturns, ImportDetail, ImportRecord, ImportStatus, PreviewReturns, XLSX } from './import-returns.ts'
import { listImports, readImport, recordOf, setTarget, targetOf } from './import-session.ts'
import { UndoReturns, undoEffects } from './import-undo.ts'
import { detailOf, previewOf } from './import-wire.ts'
import { createImport, discardDraft, inspect, inTurn, startImport, startUndo, withFile } from './import-work.ts'

const UPLOAD = 65 * 1024 * 1024
const Id = T.String({ pattern: '^\\d{1,19}$' })
const Maybe = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const Target = { projectId: Maybe, areaId: Maybe, groupId: Maybe }
const Page = {
  current: T.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  size: T.Integer({ minimum: 1, maximum: 200, default: 10 }),
}
const Upload = T.Object({ uploadId: Id })
type UploadInput = Pick<RouteInput, 'ctx' | 'files' | 'fields'> & { readonly query: object }

/** Imports a file in one call: reads it by the detected mapping and starts the job. */
const whole =
  (kind: ImportKind) =>
  async ({ ctx, query, files, fields }: UploadInput) => {
    const file = await receive(ctx, files)
    try {
      const target = await targetOf(ctx, { ...fields(), ...(query as Record<string, string>) })
      const found = await inspect(ctx, file.path)
      const uploadId = await createImport(ctx, kind, file, found, target)
      if (!('refusal' in found)) await startImport(ctx, uploadId, file.name)
      return { uploadId, fileName: file.name }
    } finally {
      await file.drop()
    }
  }

/** First step of a step-by-step import: returns the contents of the file and the detected mapping. An unreadable file leaves nothing behind. */
const upload =
  (kind: ImportKind) =>
  async ({ ctx, files }: UploadInput) => {
    const file = await receive(ctx, files)
    try {
      const found = await inspect(ctx, file.path)
      if ('refusal' in found) throw errors.field({ field: 'file', message: pick(found.refusal, ctx.lang) }, 'file')
      return detailOf(ctx, await readImport(ctx, kind, await createImport(ctx, kind, file, found, null)))
    } finally {
      await file.drop()
    }
  }

const records =
  (kind: ImportKind) =>
  async ({ ctx, query }: { ctx: Ctx; query: { current: number; size: number } }) => {
    const [rows, total] = await listImports(ctx, kind, query.current, query.size)
    return page(
      rows.map((row) => recordOf(row, ctx.zone, ctx.lang)),
      total,
      query.current,
      query.size,
    )
  }

/** The routes of each kind of import, at its own addresses: each step can be linked to, watched and resumed by its upload id. */
export const importRoutes = (kind: ImportKind): Route[] => {
  const { base, permission } = IMPORT_CALLS[kind]
  const at = `${base}/import`
  const sessionOf = async (ctx: Ctx, uploadId: string) => {
    const row = await readImport(ctx, kind, uploadId)
    const { records: failures } = await failuresPage(ctx, uploadId, 1, 100)
    return { ...recordOf(row, ctx.zone, ctx.lang), failures }
  }
  const file = templateLines('zh', kind)
  const target = { projectId: exampleId('places.project'), areaId: exampleId('places.area'), groupId: exampleId('devices.group') }
  const uploadId = exampleId(`lighting.import.${kind}`)
  const asking = { query: Upload, example: { query: { uploadId } } }
  const telling = { body: Upload, example: { body: { uploadId } } }
  const failing = { query: T.Object({ ...Page, uploadId: Id }), example: { query: { uploadId } } }
  const failPage = async ({ ctx, query }: { ctx: Ctx; query: { uploadId: string; current: number; size: number } }) =>
    failuresPage(ctx, (await readImport(ctx, kind, query.uploadId)).id, query.current, query.size)
  const fileRoute = (path: string, summary: Route['summary']): Route =>
    route({
      method: 'GET',
      path,
      permission,
      summary,
      answers: 'raw',
      example: { query: { uploadId } },
      query: T.Object({ uploadId: Id, type: T.Optional(T.Union([T.Literal('xlsx'), T.Literal('csv')])) }),
      returns: A.file(XLSX, 'text/csv'),
      handler: async ({ ctx, query, reply }) => failuresFile(ctx, await readImport(ctx, kind, query.uploadId), query.type ?? 'xlsx', reply),
    })
  const templateRoute = (path: string): Route =>
    route({
      method: 'GET',
      path,
      permission,
      summary: ['导入模板', 'Template of the import'],
      answers: 'raw',
      returns: A.file('text/csv'),
      handler: async ({ ctx, reply }) => template(ctx.lang, kind, reply),
    })

  /** Calls with the addresses of the catalogue. */
  const catalogue: Readonly<Record<ImportKind, readonly Route[]>> = {
    lamp: [
      route({
        method: 'GET',
        path: `${at}/record`,
        permission,
        summary: ['灯具导入记录', 'Lamp import records'],
        query: T.Object(Page),
        returns: A.page(ImportRecord),
        handler: records(kind),
      }),
      route({
        method: 'GET',
        path: `${at}/status`,
        permission,
        summary: ['灯具导入状态', 'Status of a lamp import'],
        ...asking,
        returns: ImportStatus,
        handler: ({ ctx, query }) => sessionOf(ctx, query.uploadId),
      }),
    ],
    controller: [
      route({
        method: 'GET',
        path: `${at}/record/list`,
        permission,
        summary: ['控制器导入记录', 'Controller import records'],
        query: T.Object(Page),
        returns: A.page(ImportRecord),
        handler: records(kind),
      }),
      route({
        method: 'POST',
        path: `${at}/result`,
        permission,
        summary: ['控制器导入结果', 'Result of a controller import'],
        query: T.Object({ uploadId: T.Optional(Id) }),
        body: T.Optional(T.Object({ uploadId: T.Optional(Id) })),
        example: { body: { uploadId } },
        returns: ImportStatus,
        handler: ({ ctx, query, body }) => {
          const uploadId = query.uploadId ?? body?.uploadId
          if (!uploadId) throw errors.missingParameter({ field: 'uploadId' }, 'uploadId')
          return sessionOf(ctx, uploadId)
        },
      }),
    ],
    install: [
      route({
        method: 'GET',
        path: `${at}/records`,
        permission,
        summary: ['路灯安装导入记录', 'Install import records'],
        query: T.Object(Page),
        returns: A.page(ImportRecord),
        handler: records(kind),
      }),
      templateRoute(`${base}/template/download`),
      route({
        method: 'GET',
        path: `${base}/fail/page`,
        permission,
        summary: ['安装导入失败行', 'Lines that failed to import'],
        ...failing,
        returns: A.page(FailedReturns),
        handler: failPage,
      }),
      fileRoute(`${base}/fail/download`, ['下载安装导入失败行', 'Failed lines as a file']),
    ],
  }

  return [
    route({
      method: 'POST',
      path: at,
      permission,
      consumes: 'multipart',
      bodyLimit: UPLOAD,
      summary: ['导入文件', 'Import a file'],
      query: T.Object(Target),
      example: { query: target, file },
      returns: A.of({ uploadId: A.id, fileName: A.text }),
      handler: whole(kind),
    }),
    ...catalogue[kind],
    route({
      method: 'POST',
      path: `${at}/upload`,
      permission,
      consumes: 'multipart',
      bodyLimit: UPLOAD,
      summary: ['上传并识别文件', 'Upload a file and inspect it'],
      example: { file },
      returns: ImportDetail,
      handler: upload(kind),
    }),
    route({
      method: 'GET',
      path: `${at}/detail`,
      permission,
      summary: ['导入详情', 'Import: detail, with columns and preview'],
      ...asking,
      returns: ImportDetail,
      handler: async ({ ctx, query }) => detailOf(ctx, await readImport(ctx, kind, query.uploadId)),
    }),
    route({
      method: 'POST',
      path: `${at}/inspect`,
      permission,
      summary: ['按所选方式重新识别', 'Inspect a file again with other settings'],
      body: T.Object({ uploadId: Id, ...ReadingSchema }),
      example: { body: { uploadId } },
      returns: ImportDetail,
      handler: async ({ ctx, body: { uploadId, ...reading } }) => {
        const row = await readImport(ctx, kind, uploadId)
        const found = await withFile(ctx, row, (path) => inspect(ctx, path, reading as Parameters<typeof inspect>[2]))
        if ('refusal' in found) throw errors.field({ field: 'file', message: pick(found.refusal, ctx.lang) }, 'file')
        const kept = await recall(ctx.query, kind, found)
        await ctx.query('update lighting_import set inspection = $2, mapping = $3, remembered = $4, total = $5 where id = $1', [
          row.id,
          JSON.stringify(found),
          JSON.stringify(kept ?? found.mapping),
          kept !== null,
          found.rows.exact ? found.rows.count : 0,
        ])
        // The stored preview was made with another mapping.
        await ctx.query('delete from lighting_import_preview where import_id = $1', [row.id])
        return detailOf(ctx, await readImport(ctx, kind, uploadId))
      },
    }),
    route({
      method: 'POST',
      path: `${at}/preview`,
      permission,
      summary: ['导入预览', 'Preview of an import'],
      body: T.Object({
        uploadId: Id,
        ...Target,
        mapping: T.Optional(MappingSchema),
        spacing: T.Optional(T.Union([T.Null(), T.Number({ minimum: 5, maximum: 500 })])),
      }),
      example: { body: { uploadId, ...target } },
      returns: PreviewReturns,
      handler: async ({ ctx, body }) => {
        const row = await readImport(ctx, kind, body.uploadId)
        const target = await targetOf(ctx, { projectId: body.projectId, areaId: body.areaId, groupId: body.groupId })
        const { preview, mapping, places } = await withFile(ctx, row, async (path, inspection, before) => {
          const mapping = corrected(inspection, before, body.mapping as Correction | undefined, kind, ctx.lang)
          const reading = { kind, inspection, mapping, spacing: body.spacing ?? null }
          return { ...(await inTurn(() => previewImport(ctx.platform, ctx.query, target, path, reading))), mapping }
        })
        await ctx.tx(async (query) => {
          await setTarget(query, row.id, target)
          await query("update lighting_import set mapping = $2, spacing = $3, total = $4 where id = $1 and phase = 'draft'", [
            row.id,
            JSON.stringify(mapping),
            body.spacing ?? null,
            preview.rows,
          ])
          await query(
            `insert into lighting_import_preview (import_id, tenant_id, preview, places) values ($1, $2, $3, $4)
             on conflict (import_id) do update set preview = excluded.preview, places = excluded.places`,
            [row.id, ctx.tenantId, JSON.stringify(preview), places],
          )
          if (body.mapping && row.inspection)
            await remember(query, { tenantId: ctx.tenantId, userId: ctx.user.id, kind, signature: row.inspection.signature }, mapping)
        })
        return previewOf(preview, ctx.lang)
      },
    }),
    route({
      method: 'GET',
      path: `${at}/places`,
      permission,
      answers: 'raw',
      summary: ['预览地点（二进制）', 'Places of the preview, packed binary'],
      ...asking,
      returns: A.file('application/octet-stream'),
      handler: async ({ ctx, query, reply }) => {
        const { id } = await readImport(ctx, kind, query.uploadId)
        const [row] = await ctx.query<{ places: Buffer }>('select places from lighting_import_preview where import_id = $1', [id])
        if (!row) throw errors.notFound()
        reply.header('content-type', 'application/octet-stream')
        return row.places
      },
    }),
    route({
      method: 'POST',
      path: `${at}/run`,
      permission,
      summary: ['开始导入', 'Run an import'],
      ...telling,
      returns: ImportRecord,
      handler: async ({ ctx, body }) => {
        const row = await readImport(ctx, kind, body.uploadId)
        await startImport(ctx, row.id, row.file_name)
        return recordOf(await readImport(ctx, kind, row.id), ctx.zone, ctx.lang)
      },
    }),
    route({
      method: 'GET',
      path: `${at}/failures`,
      permission,
      summary: ['导入失败行', 'Rows that failed, with their reasons'],
      ...failing,
      returns: A.page(FailedReturns),
      handler: failPage,
    }),
    fileRoute(`${at}/failures/download`, ['下载失败行', 'Failed rows as a file']),
    templateRoute(`${at}/template`),
    route({
      method: 'GET',
      path: `${at}/undo`,
      permission,
      summary: ['撤销范围', 'Preview of undoing an import'],
      ...asking,
      returns: UndoReturns,
      handler: async ({ ctx, query }) => undoEffects(ctx.query, (await readImport(ctx, kind, query.uploadId)).id),
    }),
    route({
      method: 'POST',
      path: `${at}/undo`,
      permission,
      summary: ['撤销导入', 'Undo an import'],
      ...telling,
      returns: ImportRecord,
      handler: async ({ ctx, body }) => {
        const row = await readImport(ctx, kind, body.uploadId)
        const effects = await undoEffects(ctx.query, row.id)
        await startUndo(ctx, row, effects.lamps + effects.controllers + effects.restored)
        return recordOf(await readImport(ctx, kind, row.id), ctx.zone, ctx.lang)
      },
    }),
    route({
      method: 'POST',
      path: `${at}/discard`,
      permission,
      summary: ['放弃导入', 'Discard an import draft'],
      ...telling,
      returns: A.done,
      handler: async ({ ctx, body }) => {
        await discardDraft(ctx, await readImport(ctx, kind, body.uploadId))
        return {}
      },
    }),
  ]
}
