import { exampleId } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, errors, idsIn, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { oss } from '../../model/oss.resource.ts'
import { filesPort } from '../ports.ts'
import { FILE_PATH, type Files, type OpenFile, type StoredFile } from './files.port.ts'
import { enableOss } from './oss.server.ts'

const BASE = '/api/blade-resource'
const files = (ctx: Ctx): Files => ctx.platform.port(filesPort)
const Id = T.String({ pattern: '^\\d{1,19}$' })
/** Schema of a call for one row: consoles of the reference product send `id` in the query, ours a body with `ids`. */
export const OneRow = {
  query: T.Object({ id: T.Optional(Id), ids: T.Optional(Id) }),
  body: T.Optional(T.Union([T.Object({ id: T.Optional(Id), ids: T.Optional(T.Union([Id, T.Array(Id, { maxItems: 1 })])) }), T.Null()])),
}
export const oneId = (query: { id?: string; ids?: string }, body: { id?: string; ids?: unknown } | null | undefined): string => {
  const [id = ''] = idsIn(query.id ?? query.ids ?? body?.id ?? body?.ids)
  return id
}

const enable = route({
  method: 'POST',
  path: `${BASE}/oss/enable`,
  summary: ['启用对象存储', 'Use an object store'],
  example: { query: { id: exampleId('system.oss') } },
  permission: `${oss.code}_enable`,
  ...OneRow,
  returns: A.made,
  handler: async ({ ctx, query, body }) => enableOss(ctx, oneId(query, body)),
})

/** Stores the first file of the request. */
const take = async (
  { ctx, files: sent, origin }: Pick<RouteInput, 'ctx' | 'files' | 'origin'>,
  store: string | undefined,
): Promise<StoredFile> => {
  for await (const { name, stream } of sent()) {
    const made = await files(ctx).store(stream, { tenantId: ctx.tenantId, userId: ctx.user.id, name, purpose: 'file', store, origin })
    await ctx.audit({ what: 'system.attach.add', target: made.id, detail: { originalName: made.originalName } })
    return made
  }
  throw errors.missingParameter({ field: 'file' }, 'file')
}
const Stored = A.of({ link: A.text, name: A.text, domain: A.text, originalName: A.text, attachId: A.maybe(A.id) })
const upload = (path: string, summary: Route['summary'], answer: (made: StoredFile) => AnswerOf<typeof Stored>): Route =>
  route({
    method: 'POST',
    path: `${BASE}/oss/endpoint/${path}`,
    summary,
    example: { file: '巡检记录\n' },
    permission: 'attach_upload',
    consumes: 'multipart',
    query: T.Object({ code: T.Optional(T.String({ maxLength: 50, description: 'code of an object store, in place of the active one' })) }),
    returns: Stored,
    handler: async (input) => answer(await take(input, input.query.code)),
  })
const putFile = upload('put-file', ['上传文件', 'Upload a file (field file)'], ({ link, name, domain, originalName }) => ({
  link,
  name,
  domain,
  originalName,
}))
const putFileAttach = upload('put-file-attach', ['上传附件', 'Upload a file as an attachment and get its id'], ({ id, ...made }) => ({
  ...made,
  attachId: id,
}))

const hand = (file: OpenFile | null, reply: RouteInput['reply']): unknown => {
  if (!file) throw errors.notFound()
  const name = encodeURIComponent(file.originalName).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  reply.header('content-type', file.type)
  reply.header('content-length', String(file.size))
  reply.header('content-disposition', `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
  reply.header('cache-control', 'private, max-age=3600')
  return file.stream
}

const download = route({
  method: 'GET',
  path: `${BASE}/attach/download`,
  summary: ['下载附件', 'Download an attachment'],
  example: { query: { id: exampleId('system.attach') } },
  permission: 'attach_download',
  answers: 'raw',
  query: T.Object({ id: Id }),
  returns: A.file('*/*'),
  handler: async ({ ctx, query, reply }) => {
    const [own] = await ctx.query('select 1 from system_attach where id = $1 and not is_deleted', [query.id])
    if (!own) throw errors.notFound()
    const file = await files(ctx).open(query.id)
    return hand(file && { ...file, inline: false }, reply)
  },
})

/** `img` elements send no token: everybody with the signed address can see the file. */
const show = route({
  method: 'GET',
  path: `${FILE_PATH}/{id}`,
  summary: ['文件', 'The file behind a signed link'],
  example: { path: { id: exampleId('system.attach') }, query: { sign: 'signature-of-the-link' } },
  permission: 'public',
  answers: 'raw',
  params: T.Object({ id: Id }),
  query: T.Object({ sign: T.String({ maxLength: 100 }), expires: T.Optional(T.Integer({ minimum: 0, maximum: 9_999_999_999 })) }),
  returns: A.file('*/*'),
  handler: async ({ ctx, params, query, reply }) => {
    if (!(await files(ctx).opens(params.id ?? '', query.sign, query.expires ?? 0))) throw errors.notFound()
    return hand(await files(ctx).open(params.id ?? ''), reply)
  },
})

export const ossRoutes: readonly Route[] = [enable, putFile, putFileAttach, download, show]
