import { exampleId, pick, type ResourceDefinition, snake } from '@lamplight/kit'
import {
  A,
  errors,
  mayList,
  type ResourceServer,
  refuseUnseen,
  registryPort,
  route,
  seenRows,
  T,
  tableOf,
  titleField,
} from '@lamplight/server-kit'
import { refuseBlind } from './seen-device.ts'

const POST = 'lighting.post'
const MOST = 1000
const postField = ({ fields }: ResourceDefinition): string | undefined =>
  Object.entries(fields).find(([, { kind, options }]) => kind === 'ref' && (options as { readonly to?: string }).to === POST)?.[0]

/**
 * What hangs on a lamp post: the rows of all resources that name it (specification line 385). Written by hand, because the rows belong to several resources; each
 * is shown to those who may list it.
 */
export const mountRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/lamp_post/mount_device',
  summary: ['灯杆挂载设备', 'Devices on a lamp post'],
  example: { query: { lampPostId: exampleId(POST) } },
  permission: 'lamp_post_view',
  refuses: refuseBlind,
  query: T.Object({ lampPostId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: A.list(A.of({ id: A.id, resource: A.text, label: A.text, sn: A.text, name: A.text })),
  handler: async ({ ctx, query: { lampPostId } }) => {
    if (!lampPostId) throw errors.missingParameter({ field: 'lampPostId' }, 'lampPostId')
    const { resources } = ctx.platform.port(registryPort)
    await refuseUnseen(ctx, ctx.query, POST, [lampPostId], 'lampPostId')
    const mounted = [...resources.values()].flatMap((served: ResourceServer) => {
      const field = postField(served.resource)
      return field && mayList(ctx.user, served.resource) ? [{ served, field }] : []
    })
    const found = await ctx.queries(
      mounted.map(({ served, field }) => {
        const { resource } = served
        const own: unknown[] = [lampPostId]
        const name = (one: string): string => (one in resource.fields ? `coalesce(t.${snake(one)}, '')` : "''")
        return [
          `select t.id::text as id, ${name('sn')} as sn, ${name(titleField(resource))} as name from ${tableOf(resource)} t
           where t.${snake(field)} = $1 and ${seenRows(served, ctx.user, own)} order by t.id limit ${MOST}`,
          own,
        ] as const
      }),
    )
    return mounted.flatMap(({ served: { resource } }, at) =>
      (found[at] ?? []).map((row) => ({ ...row, resource: resource.name, label: pick(resource.label, ctx.lang) })),
    )
  },
})
