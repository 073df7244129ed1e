/** Rows of gateways, devices, groups and suppliers that seeds and imports of other slices store, many at once and without the checks of the calls. */
import { type Columns, insertMany, type Query } from '@lamplight/server-kit/data'

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
