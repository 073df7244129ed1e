import { createVault, type Platform } from '@lamplight/server-kit'
import type { Codec } from '../model/index.ts'
import { SERVER_FAULTS, SERVER_STATE } from '../model/index.ts'
import { passwordUse, tokenUse } from './server.server.ts'

/** A server as the driver needs it. The driver connects again when one of these values has changed. */
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
  /** The node has joined or reported. */
  readonly seen: boolean
  readonly codec: Codec
}
/** A multicast group as the driver needs it. */
export interface GroupRow {
  readonly id: string
  /** Its id in ChirpStack. */
  readonly groupId: string
  /** Ids of its nodes. */
  readonly nodeIds: readonly string[]
}

const NODE = `select n.id::text as id, n.sn, n.dev_eui as "devEui", n.application_id as "applicationId", coalesce(n.confirmed, true) as confirmed,
  exists (select from devices_states s where s.device_id = n.id and s.reported_at is not null) as seen,
  json_build_object('uplinks', coalesce(c.uplinks, '[]'), 'commands', coalesce(c.commands, '[]')) as codec
  from chirpstack_node n left join chirpstack_codec c on c.id = n.codec_id and not c.is_deleted
  where n.tenant_id = $1 and n.server_id = $2 and not n.is_deleted`

/** Statements on the servers of all tenants, their nodes and their groups. */
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
    /** Rejects if the password was sealed with another key. */
    passwordOf: (server: ServerRow): Promise<string | undefined> => open(server.password, passwordUse(server)),
    /** Rejects if the token was sealed with another key. */
    tokenOf: (server: ServerRow): Promise<string | undefined> => open(server.apiToken, tokenUse(server)),
    /** Returns the node of this server with the DevEUI; undefined for nodes of other tenants and servers. */
    nodeOf: async ({ id, tenantId }: ServerRow, devEui: string): Promise<NodeRow | undefined> => {
      const [row] = await system.query<NodeRow>(`${NODE} and n.dev_eui = $3`, [tenantId, id, devEui])
      return row
    },
    nodesOf: ({ id, tenantId }: ServerRow, sns: readonly string[]): Promise<NodeRow[]> =>
      system.query<NodeRow>(`${NODE} and n.sn = any($3)`, [tenantId, id, sns]),
    /** Returns the group of this server with the id; undefined for any other text. */
    groupOf: async ({ id, tenantId }: ServerRow, multicastId: string): Promise<GroupRow | undefined> => {
      const [row] = await system.query<GroupRow>(
        `select id::text as id, group_id as "groupId", node_ids::text[] as "nodeIds" from chirpstack_multicast
         where tenant_id = $1 and server_id = $2 and id::text = $3 and not is_deleted`,
        [tenantId, id, multicastId],
      )
      return row
    },
    setState: async ({ id }: ServerRow, state: keyof typeof SERVER_STATE, fault?: keyof typeof SERVER_FAULTS): Promise<void> => {
      const now = new Date(clock.now())
      await system.query(
        `update chirpstack_server set state = $2, fault = $3, connected_at = case when $2 = ${SERVER_STATE.connected} then $4::timestamptz end where id = $1
         and (state, fault) is distinct from ($2::int, $3::int)`,
        [id, SERVER_STATE[state], fault ? SERVER_FAULTS[fault] : null, now],
      )
    },
    /** Records the time of the last message. */
    noteMessage: async ({ id }: ServerRow): Promise<void> => {
      await system.query('update chirpstack_server set message_at = $2 where id = $1', [id, new Date(clock.now())])
    },
  }
}
export type Servers = ReturnType<typeof createServers>
