import { createVault, type Platform } from '@lamplight/server-kit'
import { type PlayedNodes, SERVERS_CHANGED, type VirtualServers } from '../model/index.ts'
import { DEMO_SERVER } from './demo.ts'
import { type OwnServer, ownServerPort } from './ports.ts'
import { passwordUse, tokenUse } from './server.server.ts'

export const createOwnServer = (): OwnServer => {
  const owned = new Map<string, Parameters<OwnServer['own']>[0]>()
  return {
    isOwn: ({ tenantId, url, apiUrl }) => {
      const own = owned.get(tenantId)
      return own !== undefined && url === own.url && apiUrl === own.apiUrl
    },
    own: (server) => void owned.set(server.tenantId, server),
  }
}

/** Port `chirpstack.virtual`: gives the rows of each demo tenant to the ChirpStack that plays them, and stores its addresses in the row of the tenant's server. */
export const createVirtualServers = (platform: Platform): VirtualServers => {
  const { system, config } = platform
  const demoServers = async (): Promise<readonly { id: string; tenantId: string; applicationId: string }[]> =>
    config.demo
      ? await system.query<{ id: string; tenantId: string; applicationId: string }>(
          `select id::text as id, tenant_id as "tenantId", applications->0->>'applicationId' as "applicationId" from chirpstack_server
           where code = $1 and not is_deleted and tenant_id in (select tenant_id from devices_virtual_gateways) order by tenant_id`,
          [DEMO_SERVER.code],
        )
      : []
  const playedBy = async (server: {
    readonly id: string
    readonly tenantId: string
    readonly applicationId: string
  }): Promise<PlayedNodes> => {
    const nodes = await system.query<{ id: string; devEui: string; name: string }>(
      `select id::text as id, dev_eui as "devEui", coalesce(nullif(name, ''), sn) as name from chirpstack_node where server_id = $1 and not is_deleted order by id`,
      [server.id],
    )
    const groups = await system.query<{ groupId: string; name: string; devEuis: string[] }>(
      `select group_id as "groupId", name, array(select n.dev_eui from chirpstack_node n where n.id = any(m.node_ids) and not n.is_deleted) as "devEuis"
       from chirpstack_multicast m where server_id = $1 and not is_deleted order by id`,
      [server.id],
    )
    return { tenantId: server.tenantId, applicationId: server.applicationId, nodes, groups }
  }
  return {
    played: async () => Promise.all((await demoServers()).map(playedBy)),
    opened: async (tenantId, { mqttUrl, username, password, apiUrl, apiToken }) => {
      const server = (await demoServers()).find((one) => one.tenantId === tenantId)
      if (!server) return
      const vault = createVault(platform)
      const key = { tenantId, code: DEMO_SERVER.code }
      platform.port(ownServerPort).own({ tenantId, url: mqttUrl, apiUrl })
      await system.query(
        'update chirpstack_server set url = $2, username = $3, password = $4, api_url = $5, api_token = $6, update_time = now() where id = $1',
        [server.id, mqttUrl, username, await vault.seal(password, passwordUse(key)), apiUrl, await vault.seal(apiToken, tokenUse(key))],
      )
      platform.bus.emit(SERVERS_CHANGED, {})
    },
  }
}
