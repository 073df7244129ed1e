/** Rows of gateways, devices, groups and suppliers that seeds and imports of other slices store, change and remove, many at once and without the checks of the calls. */
import { arraysOf, type Columns, insertMany, type Query } from '@lamplight/server-kit/data'

const GATEWAY_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['sn', 'text'],
  ['name', 'text'],
  ['status', 'smallint'],
  ['online', 'boolean'],
  ['children', 'int'],
  ['project_id', 'bigint'],
  ['area_id', 'bigint'],
  ['lng', 'float8'],
  ['lat', 'float8'],
]
export interface StoredGateway {
  readonly id: string
  readonly tenantId: string
  readonly sn: string
  readonly name: string
  readonly children: number
  readonly projectId: string | null | undefined
  readonly areaId: string | null | undefined
  readonly lng: number | null
  readonly lat: number | null
}
/** Stores gateways that are in use and have not signed in yet. */
export const storeGateways = (query: Query, rows: readonly StoredGateway[]): Promise<void> =>
  insertMany(
    query,
    'devices_gateways',
    GATEWAY_COLUMNS,
    rows.map((one) => [one.id, one.tenantId, one.sn, one.name, 1, false, one.children, one.projectId, one.areaId, one.lng, one.lat]),
  )

/** Moves a gateway to another project. Its devices stay where they are. */
export const moveGateway = async (query: Query, id: string, projectId: string): Promise<void> => {
  await query('update devices_gateways set project_id = $1 where id = $2', [projectId, id])
}

/** Gives gateways a place; those that have one keep it. */
export const placeGateways = async (
  query: Query,
  places: readonly { readonly id: string | undefined; readonly lng: number; readonly lat: number }[],
): Promise<void> => {
  if (places.length === 0) return
  await query(
    `update devices_gateways g set lng = p.lng, lat = p.lat from unnest($1::bigint[], $2::float8[], $3::float8[]) as p (id, lng, lat)
     where g.id = p.id and g.lng is null`,
    arraysOf(
      places,
      ({ id }) => id,
      ({ lng }) => lng,
      ({ lat }) => lat,
    ),
  )
}

/** Writes how many devices gateways have. */
export const setChildren = async (query: Query, counts: readonly { readonly id: string; readonly children: number }[]): Promise<void> => {
  await query(
    `update devices_gateways g set children = n.n from unnest($1::bigint[], $2::int[]) as n (id, n)
     where g.id = n.id and g.children is distinct from n.n`,
    arraysOf(
      counts,
      ({ id }) => id,
      ({ children }) => children,
    ),
  )
}

/** Removes those of the gateways that nobody has changed since they were added and that have no registered devices. */
export const removeUnusedGateways = async (query: Query, ids: readonly string[]): Promise<void> => {
  await query(
    `update devices_gateways g set is_deleted = true, update_time = now()
     where g.id = any($1::bigint[]) and not g.is_deleted and g.update_time = g.create_time
       and not exists (select from devices_registered r where r.gateway_id = g.id)`,
    [ids],
  )
}

const REGISTRY_COLUMNS: Columns = [
  ['sn', 'text'],
  ['device_id', 'bigint'],
  ['tenant_id', 'text'],
  ['gateway_id', 'bigint'],
  ['gateway_sn', 'text'],
  ['type', 'smallint'],
  ['name', 'text'],
  ['activated', 'boolean'],
]
export interface RegisteredRow {
  readonly sn: string
  readonly id: string
  readonly tenantId: string
  readonly gatewayId?: string | null | undefined
  /** Serial number of its gateway, or the route of its driver. */
  readonly gatewaySn: string
  readonly type: number
  readonly name: string
  /** Default: true. */
  readonly activated?: boolean
}
/** Adds the register rows of devices whose own rows the caller stores. */
export const storeRegistered = (query: Query, rows: readonly RegisteredRow[]): Promise<void> =>
  insertMany(
    query,
    'devices_registered',
    REGISTRY_COLUMNS,
    rows.map(({ sn, id, tenantId, gatewayId = null, gatewaySn, type, name, activated = true }) => [
      sn,
      id,
      tenantId,
      gatewayId,
      gatewaySn,
      type,
      name,
      activated,
    ]),
  )

/** Writes the gateway of registered devices, and whether they are activated. */
export const connectRegistered = async (
  query: Query,
  rows: readonly Pick<Required<RegisteredRow>, 'id' | 'gatewayId' | 'gatewaySn' | 'activated'>[],
): Promise<void> => {
  await query(
    `update devices_registered r set gateway_id = c.gateway_id, gateway_sn = c.gateway_sn, activated = c.activated
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[]) as c (id, gateway_id, gateway_sn, activated) where r.device_id = c.id`,
    arraysOf(
      rows,
      ({ id }) => id,
      ({ gatewayId }) => gatewayId,
      ({ gatewaySn }) => gatewaySn,
      ({ activated }) => activated,
    ),
  )
}

/** Removes the register rows of devices whose own rows the caller removes, and the devices from all groups. */
export const removeRegistered = async (query: Query, ids: readonly string[]): Promise<void> => {
  await query('delete from devices_registered where device_id = any($1)', [ids])
  await query('delete from devices_group_members where device_id = any($1)', [ids])
}

export interface StoredGroup {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  /** Type of its devices. */
  readonly type: number
  /** Type of the system whose pages show it. */
  readonly system: number
  readonly category?: string
  readonly members: readonly string[]
}
/** Adds a group with its members. */
export const storeGroup = async (query: Query, { id, tenantId, name, type, system, category, members }: StoredGroup): Promise<void> => {
  await query(
    'insert into devices_groups (id, tenant_id, group_name, dev_type, system_type, lamp_type, type, category) values ($1, $2, $3, $4, $5, 1, 1, $6)',
    [id, tenantId, name, type, system, category ?? null],
  )
  await storeMembers(query, { groupId: id, tenantId }, members)
}

/** Adds devices to a group; those that are in it stay. */
export const storeMembers = async (
  query: Query,
  { groupId, tenantId }: { readonly groupId: string; readonly tenantId: string },
  deviceIds: readonly string[],
): Promise<void> => {
  await query(
    'insert into devices_group_members (group_id, device_id, tenant_id) select $1, id, $2 from unnest($3::bigint[]) as d (id) on conflict do nothing',
    [groupId, tenantId, deviceIds],
  )
}

export interface StoredSupplier {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly code: string
}
export const storeSuppliers = (query: Query, rows: readonly StoredSupplier[]): Promise<void> =>
  insertMany(
    query,
    'devices_suppliers',
    [
      ['id', 'bigint'],
      ['tenant_id', 'text'],
      ['name', 'text'],
      ['code', 'text'],
    ],
    rows.map(({ id, tenantId, name, code }) => [id, tenantId, name, code]),
  )
