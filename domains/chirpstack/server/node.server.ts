import { onDevice } from '@lamplight/devices/server'
import { fieldError, type Query } from '@lamplight/server-kit'
import { chirpstackErrors, node, nodeType } from '../model/index.ts'

interface Applications {
  readonly code: string
  readonly applications: readonly { readonly applicationId: string }[]
}

const serverOf = async (query: Query, id: unknown): Promise<Applications | undefined> => {
  const [row] = await query<Applications>('select code, applications from chirpstack_server where id = $1 and not is_deleted', [id])
  return row
}

/** Returns the name of a multicast group with one of these nodes. */
const groupWith = async (query: Query, ids: readonly string[]): Promise<string | undefined> => {
  const [group] = await query<{ name: string }>('select name from chirpstack_multicast where node_ids && $1 and not is_deleted limit 1', [
    ids,
  ])
  return group?.name
}

/** The address of a node is the code of its server, so that its route is `chirpstack:tenant/code`. */
export const nodeServer = onDevice(node, nodeType, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const { serverId, devEui, applicationId } = { ...old, ...draft } as Readonly<Record<string, unknown>>
    const server = await serverOf(query, serverId)
    if (!server) throw fieldError('serverId', ['不存在', 'does not exist'], ctx.lang)
    const wanted = applicationId ? String(applicationId).toLowerCase() : null
    if (wanted && !server.applications.some((one) => one.applicationId.toLowerCase() === wanted))
      throw chirpstackErrors.otherApplication({}, 'applicationId')
    const before = old as Readonly<Record<string, unknown>> | null
    const moved = before && ['serverId', 'codecId'].find((field) => draft[field] && draft[field] !== before[field])
    if (old && moved) {
      // A group that is being written locks its nodes too.
      await query('select 1 from chirpstack_node where id = $1 for update', [old.id])
      const group = await groupWith(query, [old.id])
      if (group !== undefined) throw chirpstackErrors.groupedNode({ group }, moved)
    }
    return { ...draft, address: server.code, devEui: String(devEui ?? '').toLowerCase(), applicationId: wanted } as typeof draft
  },
  beforeRemove: async ({ query, rows }) => {
    const group = await groupWith(
      query,
      rows.map(({ id }) => id),
    )
    if (group !== undefined) throw chirpstackErrors.nodeInGroup({ group })
  },
})
