import { randomBytes } from 'node:crypto'
import { fileForm, magicOf } from '@lamplight/fields/file-content'
import { A, changed, errors, type Route, route, T } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../model/events.ts'
import { identityErrors } from '../model/identity.errors.ts'

/** rule.avatar.type */
const AVATAR_AT_MOST = 500 * 1024
const BASE = '/api/blade-user/avatar'

/** The only file of the request, within the limit. */
const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    // Reads to the end without storing, so that the sender receives the refusal instead of a broken connection.
    if (size <= AVATAR_AT_MOST) parts.push(part)
  }
  if (size > AVATAR_AT_MOST) throw identityErrors.avatarSize({}, 'file')
  return Buffer.concat(parts)
}

const upload = route({
  method: 'POST',
  path: BASE,
  summary: ['上传头像', 'Upload your profile picture (field file: jpg or png, at most 500 kB)'],
  permission: 'signed-in',
  consumes: 'multipart',
  returns: A.of({ link: A.text, name: A.text, domain: A.text, originalName: A.text }),
  handler: async ({ ctx, files }) => {
    for await (const file of files()) {
      const bytes = await bytesOf(file.stream)
      const kind = magicOf(bytes)
      if (kind !== 'jpg' && kind !== 'png') throw identityErrors.avatarType({}, 'file')
      const { type } = fileForm(kind)
      const key = randomBytes(24).toString('base64url')
      const link = `${BASE}/${key}`
      const was = await ctx.platform.system.tx(async (query) => {
        const [old] = await query<{ type: string; size: number }>(
          'delete from identity_avatar where user_id = $1 returning type, octet_length(bytes) as size',
          [ctx.user.id],
        )
        await query('insert into identity_avatar (key, tenant_id, user_id, type, bytes, created_at) values ($1, $2, $3, $4, $5, $6)', [
          key,
          ctx.tenantId,
          ctx.user.id,
          type,
          bytes,
          ctx.now(),
        ])
        await query('update identity_user set avatar = $2, update_user = $1, update_time = now() where id = $1', [ctx.user.id, link])
        return old
      })
      const detail = changed({ avatar: was ? `${was.type} ${was.size} B` : null }, { avatar: `${type} ${bytes.length} B` })
      await ctx.audit({ what: 'identity.user.avatar', target: ctx.user.id, detail })
      ctx.emit(IDENTITY_CHANGED, {})
      return { link, name: key, domain: '', originalName: file.name }
    }
    throw errors.missingParameter({ field: 'file' }, 'file')
  },
})

/** `img` elements send no token: anybody who knows the key of 24 random bytes can see the picture. */
const show = route({
  method: 'GET',
  path: `${BASE}/{key}`,
  summary: ['头像', 'Profile picture'],
  example: { path: { key: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } },
  permission: 'public',
  answers: 'raw',
  params: T.Object({ key: T.String({ pattern: '^[A-Za-z0-9_-]{32}$' }) }),
  returns: A.file('image/jpeg', 'image/png'),
  handler: async ({ ctx, params, reply }) => {
    const [row] = await ctx.platform.system.query<{ type: string; bytes: Buffer }>(
      'select type, bytes from identity_avatar where key = $1',
      [params.key],
    )
    if (!row) throw errors.notFound()
    reply.header('content-type', row.type)
    reply.header('cache-control', 'private, max-age=31536000, immutable')
    return row.bytes
  },
})

export const avatarRoutes: readonly Route[] = [upload, show]
