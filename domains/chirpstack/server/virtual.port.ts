import { createVault, type Platform } from '@lamplight/server-kit'
import { SERVERS_CHANGED, type VirtualServers } from '../model/index.ts'
import { DEMO_SERVER } from './demo.ts'
import { type OwnServer, ownServerPort } from './ports.ts'
import { passwordUse, tokenUse } from './server.server.ts'

export const createOwnServer = (): OwnServer => {
  let owned: Parameters<OwnServer['own']>[0] | undefined
  return {
    isOwn: ({ tenantId, url, apiUrl }) =>
      owned !== undefined && tenantId === owned.tenantId && url === owned.url && apiUrl === owned.apiUrl,
    own: (server) => {
      owned = server
    },
  }
}

/** Port `chirpstack.virtual`: gives the rows of the demo to the ChirpStack that plays them, and stores its addresses in the row of the demo's server. */
export const createVirtualServers = (platform: Platform): VirtualServers => {
  const { system, config } = platform
  const demoServer = async (): Promise<{ id: string; tenant_id: string; application: string } | undefined> => {
    if (!config.demo) return undefined
    const [row] = await system.query<{ id: string; tenant_id: string; application: string }>(
      `select id::text as id, tenant_id, applications->0->>'applicationId' as application from chirpstack_server where code = $1 and tenant_id = $2 and not is_deleted`,
      [DEMO_SERVER.code, DEMO_SERVER.tenantId],
    )
    return row
  }
  return {
    played: async () => {
      const server = await demoServer()
      if (!server) return undefined
      const nodes = await system.query<{ id: string; devEui: string; name: string }>(
        `select id::text as id, dev_eui as "devEui", coalesce(nullif(name, ''), sn) as name from chirpstack_node where server_id = $1 and not is_deleted order by id`,
        [server.id],
      )
      const groups = await system.query<{ groupId: string; name: string; devEuis: string[] }>(
        `select group_id as "groupId", name, array(select n.dev_eui from chirpstack_node n where n.id = any(m.node_ids) and not n.is_deleted) as "devEuis"
         from chirpstack_multicast m where server_id = $1 and not is_deleted order by id`,
        [server.id],
      )
      return { tenantId: server.tenant_id, applicationId: server.application, nodes, groups }
    },
    opened: async ({ mqttUrl, username, password, apiUrl, apiToken }) => {
      const server = await demoServer()
      if (!server) return
      const vault = createVault(platform)
      platform.port(ownServerPort).own({ tenantId: server.tenant_id, url: mqttUrl, apiUrl })
      await system.query(
        'update chirpstack_server set url = $2, username = $3, password = $4, api_url = $5, api_token = $6, update_time = now() where id = $1',
        [
          server.id,
          mqttUrl,
          username,
          await vault.seal(password, passwordUse(DEMO_SERVER)),
          apiUrl,
          await vault.seal(apiToken, tokenUse(DEMO_SERVER)),
        ],
      )
      platform.bus.emit(SERVERS_CHANGED, {})
    },
  }
}
