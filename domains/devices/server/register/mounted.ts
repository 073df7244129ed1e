import { type ResourceDefinition, snake } from '@lamplight/kit'
import { type Ctx, mayList, type ResourceServer, registryPort, seenRows, tableOf, titleField } from '@lamplight/server-kit'
import { deviceTypesPort } from '../../model/ports.ts'

/** Name of the resource of lamp posts. Its slice is above this one, so it cannot be imported. */
export const POST = 'lighting.post'

const postField = ({ fields }: ResourceDefinition): string | undefined =>
  Object.entries(fields).find(([, { kind, options }]) => kind === 'ref' && (options as { readonly to?: string }).to === POST)?.[0]

/** Codes of lamp controllers and solar lamps. */
const LAMPS: readonly unknown[] = [4, 7]
const isEquipment = ({ platform }: Ctx, { device }: ResourceDefinition): boolean =>
  device !== undefined && !LAMPS.includes(platform.port(deviceTypesPort).named(device)?.code)

export interface Mounted {
  /** SQL with the columns post_id, of (index in `resources`), id, device_id (null if there is no device), sn, name. */
  readonly sql: string
  readonly resources: readonly ResourceDefinition[]
}

/**
 * Everything that is mounted on lamp posts: the rows that refer to a post, of all resources that the user may list. `among`: SQL operator and operand for
 * the id of the post (`= $1`). `equipment`: only resources of devices, without lamp controllers and solar lamps.
 */
export const mountedOn = (ctx: Ctx, params: unknown[], { among = 'is not null', equipment = false } = {}): Mounted => {
  const { resources } = ctx.platform.port(registryPort)
  const mounted = [...resources.values()].flatMap((served: ResourceServer) => {
    const field = postField(served.resource)
    return field && mayList(ctx.user, served.resource) && (!equipment || isEquipment(ctx, served.resource)) ? [{ served, field }] : []
  })
  const parts = mounted.map(({ served, field }, at) => {
    const { resource } = served
    const text = (one: string): string => (one in resource.fields ? `coalesce(t.${snake(one)}, '')` : "''")
    const device = resource.device ? 't.id' : resource.shows ? `t.${snake(resource.shows)}` : 'null::bigint'
    return `select t.${snake(field)} as post_id, ${at} as of, t.id, ${device} as device_id, ${text('sn')} as sn, ${text(titleField(resource))} as name
      from ${tableOf(resource)} t where t.${snake(field)} ${among} and ${seenRows(served, ctx.user, params)}`
  })
  return {
    sql:
      parts.length > 0
        ? parts.join(' union all ')
        : "select null::bigint as post_id, 0 as of, null::bigint as id, null::bigint as device_id, '' as sn, '' as name where false",
    resources: mounted.map(({ served }) => served.resource),
  }
}
