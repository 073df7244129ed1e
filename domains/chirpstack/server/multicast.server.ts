import { commandsPort } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { type ActionCall, onServer } from '@lamplight/server-kit'
import { chirpstackErrors, multicast, nodeType } from '../model/index.ts'

interface Group {
  readonly node_ids: readonly string[]
  readonly ready: boolean
}

/** Sends a command to all nodes of a group. The argument `multicast` tells the driver to send one multicast downlink. */
const send =
  (cmd: keyof typeof nodeType.commands) =>
  async ({ ctx, headers, ids, input, body }: ActionCall<object>) => {
    const [groupId = ''] = ids
    const [group] = await ctx.query<Group>(
      `select t.node_ids::text[] as node_ids, coalesce(s.api_url, '') <> '' and coalesce(s.api_token, '') <> '' as ready
       from chirpstack_multicast t join chirpstack_server s on s.id = t.server_id where t.id = $1 and not t.is_deleted`,
      [groupId],
    )
    if (!group?.ready) throw chirpstackErrors.noApi()
    const commands = ctx.platform.port(commandsPort)
    const order = { type: nodeType, cmd, args: { ...input, multicast: groupId }, deviceIds: group.node_ids }
    return commands.send(ctx, order, commands.requestOf(ctx, headers, `${multicast.name}.${cmd}`, body))
  }

/** Project or area of all nodes of a group; null if they differ. Users limited to places see only groups whose nodes are all in these places. */
const placeOfAll = (column: 'project_id' | 'area_id'): string =>
  `(select case when min(n.${column}) = max(n.${column}) and count(*) = count(n.${column}) then min(n.${column}) end
    from chirpstack_node n where n.id = any(t.node_ids))`

export const multicastServer = onServer(multicast, {
  place: { project: placeOfAll('project_id'), area: placeOfAll('area_id') },
  joined: { sql: '', fields: { nodes: 'cardinality(t.node_ids)' } },
  afterWrite: async ({ query, row }) => {
    // Until the commit, no other transaction can move these nodes to another server or codec.
    await query('select 1 from chirpstack_node where id = any($1) order by id for update', [row.nodeIds])
    const [wrong] = await query(
      `select 1 from chirpstack_node where id = any($1) and not is_deleted
       having count(*) <> cardinality($1::bigint[]) or count(*) filter (where server_id is distinct from $2) > 0 or count(distinct codec_id) > 1`,
      [row.nodeIds, row.serverId],
    )
    if (wrong) throw chirpstackErrors.mixedGroup({}, 'nodeIds')
    await query('update chirpstack_multicast set group_id = lower(group_id) where id = $1 and group_id <> lower(group_id)', [row.id])
  },
  returns: { dim: BatchReturns, switch: BatchReturns },
  actions: { dim: send('dim'), switch: send('switch') },
})
