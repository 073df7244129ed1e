import { createHash } from 'node:crypto'
import type { Platform, Query } from '@lamplight/server-kit'
import type { ServerRow } from './servers.ts'

/** A row of `chirpstack_downlink`: a downlink to one node. */
export interface OpenDownlink {
  readonly queue_item_id: string
  readonly batch_id: string
  readonly sn: string
  readonly device_id: string
  readonly confirmed: boolean
  readonly multicast: boolean
  /** Values by property; an uplink with all of them proves the downlink. */
  readonly wanted: Readonly<Record<string, number | boolean>>
  /** Epoch ms. */
  readonly sent_at: number
}
/** Rows older than this are deleted. */
const KEPT_DAYS = 30
/** Uplinks may prove a command this long after its expiry. */
const MORE_MS = 3_600_000

/** Returns the UUID of a downlink. It depends only on command and target, so that a repeated command has the same queue item. */
export const queueItemOf = (batchId: string, target: string): string => {
  const hex = createHash('sha256').update(`lamplight downlink ${batchId} ${target}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const OPEN = `select d.queue_item_id::text as queue_item_id, d.batch_id::text as batch_id, d.sn, d.device_id::text as device_id, d.confirmed,
  d.multicast_id is not null as multicast, d.wanted, (extract(epoch from d.sent_at) * 1000)::float8 as sent_at
  from chirpstack_downlink d where d.tenant_id = $1 and d.server_id = $2 and d.device_id = $3 and d.ended_at is null and d.expire_at > $4`

/** Statements on the downlinks of a server. By these rows the events of ChirpStack find their commands, also after a restart. */
export const createDownlinks = (
  { system, clock }: Pick<Platform, 'system' | 'clock'>,
  { id: serverId, tenantId }: Pick<ServerRow, 'id' | 'tenantId'>,
) => ({
  /** Records downlinks before they are published. Returns false if the rows existed: then the command was published, or the process ended just before. */
  add: async (
    rows: readonly { readonly deviceId: string; readonly sn: string }[],
    one: {
      readonly queueItemId: string
      readonly batchId: string
      readonly multicastId: string | null
      readonly confirmed: boolean
      readonly wanted: object
      readonly expiresAt: number
    },
  ): Promise<boolean> => {
    const added = await system.query(
      `insert into chirpstack_downlink (queue_item_id, device_id, sn, tenant_id, server_id, batch_id, multicast_id, confirmed, wanted, sent_at, expire_at)
       select $1::uuid, r.device_id, r.sn, $4, $5, $6, $7, $8, $9::jsonb, $10, $11 from unnest($2::bigint[], $3::text[]) as r (device_id, sn)
       on conflict (queue_item_id, device_id) do nothing returning 1`,
      [
        one.queueItemId,
        rows.map(({ deviceId }) => deviceId),
        rows.map(({ sn }) => sn),
        tenantId,
        serverId,
        one.batchId,
        one.multicastId,
        one.confirmed,
        JSON.stringify(one.wanted),
        new Date(clock.now()),
        new Date(one.expiresAt + MORE_MS),
      ],
    )
    return added.length > 0
  },
  /** Deletes downlinks that ChirpStack did not take. */
  forget: async (queueItemId: string): Promise<void> => {
    await system.query('delete from chirpstack_downlink where tenant_id = $1 and server_id = $2 and queue_item_id = $3::uuid', [
      tenantId,
      serverId,
      queueItemId,
    ])
  },
  /** Returns the downlinks of a node that have not ended or expired, oldest first. */
  open: (deviceId: string): Promise<OpenDownlink[]> =>
    system.query<OpenDownlink>(`${OPEN} order by d.sent_at, d.queue_item_id`, [tenantId, serverId, deviceId, new Date(clock.now())]),
  /** Returns the downlink of a node with this queue item (a UUID), also after its end; undefined if the server has none. */
  find: async (deviceId: string, queueItemId: string): Promise<OpenDownlink | undefined> => {
    const [row] = await system.query<OpenDownlink>(
      `${OPEN.replace('and d.ended_at is null and d.expire_at > $4', 'and d.queue_item_id = $4::uuid')}`,
      [tenantId, serverId, deviceId, queueItemId],
    )
    return row
  },
  /** Records when a gateway first transmitted a downlink. */
  transmitted: async (deviceId: string, queueItemId: string): Promise<void> => {
    await system.query(
      'update chirpstack_downlink set transmitted_at = coalesce(transmitted_at, $5) where tenant_id = $1 and server_id = $2 and device_id = $3 and queue_item_id = $4::uuid',
      [tenantId, serverId, deviceId, queueItemId, new Date(clock.now())],
    )
  },
  /** Ends downlinks: later uplinks do not prove them. */
  end: async (deviceId: string, queueItemIds: readonly string[]): Promise<void> => {
    await system.query(
      'update chirpstack_downlink set ended_at = $5 where tenant_id = $1 and server_id = $2 and device_id = $3 and queue_item_id = any($4::uuid[]) and ended_at is null',
      [tenantId, serverId, deviceId, queueItemIds, new Date(clock.now())],
    )
  },
})
export type Downlinks = ReturnType<typeof createDownlinks>

/** Deletes old rows of all tenants. `now`: epoch ms. */
export const sweepDownlinks = (query: Query, now: number): Promise<unknown> =>
  query('delete from chirpstack_downlink where sent_at < $1', [new Date(now - KEPT_DAYS * 86_400_000)])
