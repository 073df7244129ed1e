import { TYPES_REMOVED } from '@lamplight/devices/model'
import {
  arraysOf,
  type Ctx,
  changed,
  fieldError,
  onServer,
  optionalPort,
  type Platform,
  type Query,
  T,
  type Task,
} from '@lamplight/server-kit'
import { forwardedInterfacesPort, productInterface } from '../model/index.ts'

/** Categories of interfaces: ports of products, and forwarding of alarms. */
const [PORT, FORWARDING] = [1, 2]

/** An interface of the category 2 follows what stands behind it; its address is changed there, because a new one needs its secret. */
export const interfaceServer = onServer(productInterface, {
  beforeWrite: async ({ ctx, draft, old }) => {
    if (!old || old.category !== FORWARDING) return draft
    const change: Readonly<Record<string, unknown>> = draft
    if (change.address !== undefined && change.address !== old.address)
      throw fieldError('address', ['请在转发目标中更改', 'must be changed at the forwarding target'], ctx.lang)
    await optionalPort(ctx.platform, forwardedInterfacesPort)?.change(ctx, {
      id: String(old.id),
      ...(change.name === undefined ? {} : { name: String(change.name) }),
      ...(change.enable === undefined ? {} : { enable: change.enable === true }),
    })
    return draft
  },
})

/** Adds or changes the interface of the category 2 with this id. */
export const keepInterface = (
  query: Query,
  one: { readonly id: string; readonly tenantId: string; readonly name: string; readonly address: string; readonly enable: boolean },
): Promise<unknown> =>
  query(
    `insert into products_interface (id, tenant_id, name, address, enable, category) values ($1, $2, $3, $4, $5, ${FORWARDING})
     on conflict (id) do update set name = excluded.name, address = excluded.address, enable = excluded.enable, is_deleted = false, update_time = now()`,
    [one.id, one.tenantId, one.name, one.address, one.enable],
  )
/** Removes interfaces of the category 2. */
export const removeInterfaces = (query: Query, ids: readonly string[]): Promise<unknown> =>
  query(
    `update products_interface set is_deleted = true, update_time = now() where id = any($1::bigint[]) and category = ${FORWARDING} and not is_deleted`,
    [ids],
  )

/** Ports of a unit product as its calls take them. */
export const Interfaces = T.Array(
  T.Object({
    port: T.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9._-]+$' }),
    name: T.String({ minLength: 1, maxLength: 60 }),
    address: T.Optional(T.String({ maxLength: 64, pattern: '^[A-Za-z0-9._:/@-]*$' })),
    enable: T.Optional(T.Union([T.Boolean(), T.Integer({ minimum: 0, maximum: 1 })])),
  }),
  { maxItems: 32 },
)
export interface InterfaceInput {
  readonly port: string
  readonly name: string
  readonly address?: string
  readonly enable?: boolean | 0 | 1
}
interface InterfaceRow {
  readonly id: string
  readonly port: string
  readonly name: string
  readonly address: string
  readonly enable: number
}

/** The ports of products by the id of their type, in the order of their names. */
export const interfacesOf = async (ctx: Ctx, typeIds: readonly string[]): Promise<ReadonlyMap<string, readonly InterfaceRow[]>> => {
  const rows = await ctx.query<InterfaceRow & { typeId: string }>(
    `select id::text as id, type_id::text as "typeId", port, name, coalesce(address, '') as address, (enable is not false)::int as enable
     from products_interface where type_id = any($1::bigint[]) and not is_deleted order by port`,
    [typeIds],
  )
  return Map.groupBy(rows, ({ typeId }) => typeId)
}

const portWords = ({ port, name, address, enable }: InterfaceRow): string => [port, name, address, enable].join(' · ')

/** Replaces the ports of a product by the list. A port that exists already keeps its row; ports that are not in the list are removed. */
export const writeInterfaces = async (ctx: Ctx, typeId: string, ports: readonly InterfaceInput[]): Promise<void> => {
  const twice = ports.findIndex(({ port }, at) => ports.findIndex((other) => other.port === port) < at)
  if (twice >= 0) throw fieldError(`interfaces.${twice}.port`, ['重复', 'is used twice'], ctx.lang)
  const before = (await interfacesOf(ctx, [typeId])).get(typeId) ?? []
  const columns = arraysOf(
    ports,
    ({ port }) => port,
    ({ name }) => name,
    ({ address }) => address || null,
    ({ enable = true }) => Boolean(enable),
    () => ctx.platform.newId(),
  )
  await ctx.query(
    `with given as (select * from unnest($2::text[], $3::text[], $4::text[], $5::boolean[], $6::bigint[]) as g(port, name, address, enable, id)),
     gone as (update products_interface set is_deleted = true, update_time = now(), update_user = $7
       where type_id = $1 and not is_deleted and port not in (select port from given)),
     kept as (update products_interface i set name = g.name, address = g.address, enable = g.enable, update_time = now(), update_user = $7
       from given g where i.type_id = $1 and not i.is_deleted and i.port = g.port returning i.port)
     insert into products_interface (id, tenant_id, create_user, update_user, type_id, port, name, address, enable, category)
     select g.id, $8, $7, $7, $1, g.port, g.name, g.address, g.enable, ${PORT} from given g where g.port not in (select port from kept)`,
    [typeId, ...columns, ctx.user.id, ctx.tenantId],
  )
  const after = (await interfacesOf(ctx, [typeId])).get(typeId) ?? []
  const detail = changed({ ports: before.map(portWords) }, { ports: after.map(portWords) })
  await ctx.audit({ what: 'products.interface.update', target: typeId, count: after.length, detail })
}

/** Removes the ports of removed products. */
export const interfacesTask: Task = {
  name: 'products.interfaces',
  role: 'schedule',
  start: async ({ bus, system }: Platform) => {
    const stop = bus.on(TYPES_REMOVED, async (typeIds) => {
      await system.query('update products_interface set is_deleted = true, update_time = now() where type_id = any($1::bigint[])', [
        typeIds,
      ])
    })
    return async () => stop()
  },
}
