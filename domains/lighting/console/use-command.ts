import { api } from '@lamplight/console-kit'

export interface Selector {
  readonly controllerIds?: readonly string[]
  readonly lampIds?: readonly string[]
  readonly groupId?: string
  readonly areaId?: string
  readonly streetId?: string
  readonly projectId?: string
}
export interface Order {
  readonly command: 'dim' | 'on' | 'off' | 'release'
  readonly level?: number
  /** Seconds. Neither this nor `until`: it stays until changed. */
  readonly duration?: number
  /** `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
  readonly until?: string
  readonly selector: Selector
  /** What people call the lamps; the server names groups, areas and streets by itself. */
  readonly targetText?: string
  /** Lets the server name them as a selection on the map. */
  readonly picked?: 'map'
}
export interface Preview {
  readonly lamps: number
  readonly gateways: number
  readonly offlineGateways: number
  readonly offlineLamps: number
  readonly noGatewayLamps: number
  readonly targetText: string | null
  readonly expectedKwBefore: number | null
  readonly expectedKwAfter: number | null
}
/** What a command would touch: how many lamps and cabinets, which of them cannot be reached now, the step in power. */
export const previewOf = (order: Order): Promise<Preview> =>
  api.post<Preview>('/api/blade-city/controller/batch/command/preview', { body: order })

/** Writes the command to the ledger; the key makes a repeated press the same command. */
export const sendCommand = (order: Order, key: string): Promise<{ batchId: string; total: number }> =>
  api.post('/api/blade-city/controller/batch/command', { body: order, headers: { 'Idempotency-Key': key } })
