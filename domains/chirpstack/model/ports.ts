import { definePort } from '@lamplight/kit'

/** A ChirpStack that this deployment runs itself for its demo city. */
export interface VirtualServer {
  readonly mqttUrl: string
  readonly username: string
  readonly password: string
  readonly apiUrl: string
  readonly apiToken: string
}
/** What a virtual ChirpStack simulates for a tenant: one application with its nodes and multicast groups. */
export interface PlayedNodes {
  readonly tenantId: string
  readonly applicationId: string
  readonly nodes: readonly { readonly devEui: string; readonly name: string }[]
  readonly groups: readonly { readonly groupId: string; readonly name: string; readonly devEuis: readonly string[] }[]
}
export interface VirtualServers {
  /** Returns the nodes of each tenant of the demo; empty if this deployment has none. */
  readonly played: () => Promise<readonly PlayedNodes[]>
  /** Stores the addresses and secrets of the ChirpStack of a demo tenant. Only these addresses may be on this machine whatever the outbound rules say. */
  readonly opened: (tenantId: string, server: VirtualServer) => Promise<void>
}
export const virtualServersPort = definePort<VirtualServers>('chirpstack.virtual')
