import { arrayOf, type Platform } from '@lamplight/server-kit'
import { REGISTRY_CHANGED } from '../model/events.ts'
import { readRoute } from '../model/index.ts'
import type { IngestCounts } from '../model/ports.ts'
import type { KnownChild, KnownGateway } from './known.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { createSenders, type Senders } from './senders.ts'

export type Counts = { -readonly [K in keyof IngestCounts]: IngestCounts[K] }

/** Cache of gateways and registered devices, and the counters of ingest. One per process. */
export interface IngestCache {
  readonly gateways: Lookup<KnownGateway>
  readonly senders: Senders
  readonly counts: Counts
  readonly forget: (sns?: readonly string[]) => void
}

interface GatewayRow {
  readonly sn: string
  readonly id: string
  readonly tenant_id: string
  readonly status: number | null
}
interface ChildRow {
  readonly sn: string
  readonly device_id: string
  readonly tenant_id: string
  readonly gateway_id: string | null
  readonly gateway_sn: string
  readonly type: number
}

/** Returns one string instance for equal texts. The PostgreSQL client makes a new one for each row; sharing saves memory. */
const createShared = (): ((text: string) => string) => {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }
}

/** Creates the cache; only this slice uses it. */
export const createKnown = ({ system, bus }: Pick<Platform, 'system' | 'bus'>): IngestCache => {
  const gateways = createLookup<KnownGateway>({
    keepMs: 15_000,
    missMs: 1000,
    load: async (sns) => {
      const rows = await system.query<GatewayRow>(
        'select sn, id, tenant_id, status from devices_gateway where sn = any($1) and holds_sn and not is_deleted',
        [arrayOf(sns)],
      )
      return [
        ...rows.map((row) => [row.sn, { id: row.id, tenantId: row.tenant_id, assigned: row.status === 1 }] as const),
        ...sns.flatMap((sn) => {
          const route = readRoute(sn)
          return route ? [[sn, { id: '', tenantId: route.tenantId, assigned: true }] as const] : []
        }),
      ]
    },
  })
  const children = createLookup<KnownChild>({
    keepMs: 60_000,
    missMs: 2000,
    load: async (sns) => {
      const rows = await system.query<ChildRow>(
        'select sn, device_id, tenant_id, gateway_id, gateway_sn, type from devices_registry where sn = any($1)',
        [arrayOf(sns)],
      )
      const shared = createShared()
      const found = new Map<string, KnownChild>()
      for (const row of rows) {
        const namesake = found.get(row.sn)
        found.set(row.sn, {
          sn: row.sn,
          deviceId: row.device_id,
          tenantId: shared(row.tenant_id),
          gatewayId: shared(row.gateway_id ?? ''),
          gatewaySn: shared(row.gateway_sn),
          type: row.type,
          ...(namesake && { namesake }),
        })
      }
      return found
    },
  })
  const forgetHere = (sns?: readonly string[]): void => {
    gateways.forget(sns)
    children.forget(sns)
  }
  bus.on(REGISTRY_CHANGED, (sns) => forgetHere(sns ?? undefined))
  return {
    gateways,
    senders: createSenders(gateways, children),
    counts: { messages: 0, rows: 0, batches: 0, rejected: 0, strangers: 0, unassigned: 0, waiting: 0 },
    forget: (sns) => {
      forgetHere(sns)
      bus.emit(REGISTRY_CHANGED, sns ?? null)
    },
  }
}
