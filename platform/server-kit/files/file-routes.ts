import { fileForm } from '@lamplight/fields/file-content'
import { bytesAtMost, type FileOptions, linkOf } from '@lamplight/fields/model'
import { exampleId, permissionOf, type ResourceDefinition, type Verb } from '@lamplight/kit'
import { A } from '../http/answer-schema.ts'
import { idIn } from '../http/call-input.ts'
import { errors } from '../http/refuse.ts'
import { changed } from '../resource/audit-change.ts'
import type { Writing } from '../resource/resource-rows.ts'
import type { PartRoute } from '../resource/resource-verbs.ts'
import { type FileField, fileFields, openFile, readableFile, takeFile } from './file-store.ts'

const WRITES: readonly Verb[] = ['submit', 'save', 'create', 'update', 'put']
/** Permissions to add and to edit rows, for the calls that the resource has. */
const writeRights = (resource: ResourceDefinition): [string, ...string[]] => {
  const verbs = [...resource.api.verbs, ...Object.values(resource.api.calls ?? {}).map(({ verb }) => verb)]
  const codes = verbs.flatMap((verb) =>
    WRITES.includes(verb as Verb)
      ? [permissionOf(resource, verb as Verb), ...(verb === 'submit' ? [permissionOf(resource, verb, true)] : [])]
      : [],
  )
  const [first = permissionOf(resource, 'submit'), ...rest] = [...new Set(codes)]
  return [first, ...rest]
}

/** Smallest files of some kinds whose bytes are all ASCII, so that the API document can contain them. */
const EXAMPLES = {
  gif: 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;',
  pdf: '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  txt: 'Lamplight\n',
} as const
/** Returns an example file that the field accepts. */
const exampleFile = ({ accept }: FileOptions): string | undefined =>
  Object.entries(EXAMPLES).find(([kind]) => accept.some((one) => one === kind))?.[1]

/** Route that uploads a file for a field; the row is then submitted with the answer. */
export const uploadRoute = ({ served: { resource } }: Writing, field: FileField): PartRoute => {
  const [permission, ...orPermissions] = writeRights(resource)
  const { wire, options } = field
  const file = exampleFile(options)
  return {
    method: 'POST',
    path: `/upload_${wire}`,
    words: [`上传${options.label[0]}`, `upload a file for ${options.label[1].toLowerCase()}`],
    permission,
    orPermissions,
    consumes: 'multipart',
    fileLimit: bytesAtMost(options) + 1,
    ...(file === undefined ? {} : { example: { file } }),
    returns: A.uploaded,
    handler: async ({ ctx, files }) => {
      for await (const sent of files()) {
        const made = await takeFile(ctx, resource, field, sent)
        const detail = changed(null, { field: wire, name: made.name, size: made.size })
        await ctx.audit({ what: `${resource.name}.upload`, target: made.id, detail })
        return { ...made, attachId: made.id, originalName: made.name, link: linkOf(options, made.id), domain: '' }
      }
      throw errors.missingParameter({ field: 'file' }, 'file')
    },
  }
}

/** Route that sends the content of a file to users who may read its row. */
const fileRoute = (writing: Writing): PartRoute => {
  const { resource } = writing.served
  const view = permissionOf(resource, 'list')
  return {
    method: 'GET',
    path: '/file/{id}',
    words: ['文件', 'file'],
    permission: view,
    orPermissions: writeRights(resource),
    answers: 'raw',
    returns: A.file('*/*'),
    example: { path: { id: exampleId(`${resource.name}.file`) } },
    handler: async ({ ctx, params, headers, reply }) => {
      const file = await readableFile(writing, ctx, idIn(params.id), ctx.user.permissions.has(view))
      if (!file) throw errors.notFound()
      const { type, picture } = fileForm(file.kind)
      const tag = `"${file.sha256.slice(0, 32)}"`
      // Browsers revalidate each time, because the user may have lost the permission.
      reply.header('cache-control', 'private, no-cache')
      reply.header('etag', tag)
      if (headers['if-none-match'] === tag) {
        reply.status(304)
        return ''
      }
      const stream = await openFile(ctx, file)
      const name = encodeURIComponent(file.name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
      reply.header('content-type', type)
      reply.header('content-length', String(file.size))
      reply.header('content-disposition', `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
      return stream
    },
  }
}

/** The file routes of a resource; empty if it has no file fields. */
export const fileRoutes = (writing: Writing): PartRoute[] => {
  const fields = fileFields(writing.served.resource)
  return fields.length === 0 ? [] : [...fields.map((field) => uploadRoute(writing, field)), fileRoute(writing)]
}
