import { createVault, type Platform } from '@lamplight/server-kit'
import type { RemoteFault } from '@lamplight/server-kit/mqtt-remote'
import type { Codec } from '../model/index.ts'
import { SERVER_FAULTS, SERVER_STATE } from '../model/index.ts'
import { passwordUse, tokenUse } from './server.server.ts'

/** A server as the driver needs it. Two rows with the same `version` connect alike. */
export interface ServerRow {
  readonly id: string
  readonly tenantId: string
  readonly code: string
  readonly url: string
  readonly username: string | null
  readonly password: string | null
  readonly ca: string | null
  readonly applications: readonly { readonly applicationId: string }[]
  readonly apiUrl: string | null
  readonly apiToken: string | null
  readonly enabled: boolean
}
/** A node as the driver needs it. */
export interface NodeRow {
  readonly id: string
  readonly sn: string
  readonly devEui: string
  readonly applicationId: string | null
  readonly confirmed: boolean
  readonly codec: Codec
}

const NODE = `select n.id::text as id, n.sn, n.dev_eui as "devEui", n.application_id as "applicationId", coalesce(n.confirmed, true) as confirmed,
  json_build_object('uplinks', coalesce(c.uplinks, '[]'), 'commands', coalesce(c.commands, '[]')) as codec
  from chirpstack_node n left join chirpstack_codec c on c.id = n.codec_id and not c.is_deleted
  where n.tenant_id = $1 and n.server_id = $2 and not n.is_deleted`

export const createServers = (platform: Pick<Platform, 'system' | 'clock' | 'config'>) => {
  const { system, clock } = platform
  const open = (sealed: string | null, use: string): Promise<string | undefined> =>
    sealed ? createVault(platform).open(sealed, use) : Promise.resolve(undefined)
  return {
    all: (): Promise<ServerRow[]> =>
      system.query<ServerRow>(
        `select id::text as id, tenant_id as "tenantId", code, url, username, password, ca, coalesce(applications, '[]') as applications, api_url as "apiUrl",
           api_token as "apiToken", coalesce(enabled, true) as enabled
         from chirpstack_server where not is_deleted order by id`,
      ),
    passwordOf: ({ id, password }: ServerRow): Promise<string | undefined> => open(password, passwordUse(id)),
    tokenOf: ({ id, apiToken }: ServerRow): Promise<string | undefined> => open(apiToken, tokenUse(id)),
    /** The node of a server with this DevEUI; other tenants' and other servers' nodes are not found. */
    nodeOf: async ({ id, tenantId }: ServerRow, devEui: string): Promise<NodeRow | undefined> => {
      const [row] = await system.query<NodeRow>(`${NODE} and n.dev_eui = $3`, [tenantId, id, devEui])
      return row
    },
    nodesOf: ({ id, tenantId }: ServerRow, sns: readonly string[]): Promise<NodeRow[]> =>
      system.query<NodeRow>(`${NODE} and n.sn = any($3)`, [tenantId, id, sns]),
    groupOf: async ({ id, tenantId }: ServerRow, multicastId: string): Promise<string | undefined> => {
      const [row] = await system.query<{ group_id: string }>(
        'select group_id from chirpstack_multicast where tenant_id = $1 and server_id = $2 and id = $3 and not is_deleted',
        [tenantId, id, multicastId],
      )
      return row?.group_id
    },
    setState: async ({ id }: ServerRow, state: keyof typeof SERVER_STATE, fault?: RemoteFault): Promise<void> => {
      const now = new Date(clock.now())
      await system.query(
        `update chirpstack_server set state = $2, fault = $3, connected_at = case when $2 = ${SERVER_STATE.connected} then $4::timestamptz end where id = $1
         and (state, fault) is distinct from ($2::int, $3::int)`,
        [id, SERVER_STATE[state], fault ? SERVER_FAULTS[fault] : null, now],
      )
    },
    heard: async ({ id }: ServerRow): Promise<void> => {
      await system.query('update chirpstack_server set message_at = $2 where id = $1', [id, new Date(clock.now())])
    },
  }
}
export type Servers = ReturnType<typeof createServers>
