import { onDevice } from '@lamplight/devices/server'
import { lamp } from '@lamplight/lighting/model'
import { A, type ActionCall, type Ctx, changed, onServer, type Query, refuseUnseen } from '@lamplight/server-kit'
import { concentrator, concentratorLamp, concentratorType } from '../model/index.ts'

type Binding = Pick<ActionCall<{ readonly lampIds: readonly string[] }>, 'ctx' | 'ids' | 'input'>
const TOLD_AT_MOST = 50

/** Ends the bindings of lamps, with this concentrator or with all others. */
const release = (ctx: Ctx, query: Query, lampIds: readonly string[], concentratorId: string, others: boolean): Promise<{ id: string }[]> =>
  query(
    `update cabinets_concentrator_lamp set is_deleted = true, update_time = now(), update_user = $3
     where lamp_id = any($1::bigint[]) and not is_deleted and (concentrator_id ${others ? '<>' : '='} $2) returning lamp_id::text as id`,
    [lampIds, concentratorId, ctx.user.id],
  )

const audit = (ctx: Ctx, query: Query, action: string, { id, lampIds }: { id: string; lampIds: readonly string[] }): Promise<void> => {
  const lamps = lampIds.slice(0, TOLD_AT_MOST)
  const detail = action === 'bindLamps' ? changed({ lampIds: null }, { lampIds: lamps }) : changed({ lampIds: lamps }, { lampIds: null })
  return ctx.audit({ what: `${concentrator.name}.${action}`, target: id, count: lampIds.length, detail }, query)
}

/** Binds lamps to a concentrator; a lamp that is bound to another one moves. Answers how many were bound, and how many of these moved. */
export const bindLamps = ({ ctx, ids: [id = ''], input }: Binding): Promise<unknown> => {
  const lampIds = [...new Set(input.lampIds)]
  return ctx.tx(async (query) => {
    await refuseUnseen(ctx, query, lamp.name, lampIds, 'lampIds')
    const moved = await release(ctx, query, lampIds, id, true)
    const bound = await query<{ id: string }>(
      `insert into cabinets_concentrator_lamp (id, tenant_id, create_user, update_user, concentrator_id, lamp_id, project_id, area_id)
       select n.id, c.tenant_id, $4, $4, c.id, n.lamp_id, l.project_id, l.area_id
       from unnest($2::bigint[], $3::bigint[]) as n (id, lamp_id) join lighting_lamps l on l.id = n.lamp_id join cabinets_concentrator c on c.id = $1
       where not exists (select from cabinets_concentrator_lamp b where b.lamp_id = n.lamp_id and not b.is_deleted) returning lamp_id::text as id`,
      [id, lampIds.map(() => ctx.platform.newId()), lampIds, ctx.user.id],
    )
    await audit(ctx, query, 'bindLamps', { id, lampIds: bound.map((one) => one.id) })
    return { count: bound.length, moved: moved.length }
  })
}

const unbindLamps = ({ ctx, ids: [id = ''], input }: Binding): Promise<unknown> =>
  ctx.tx(async (query) => {
    await refuseUnseen(ctx, query, lamp.name, [...new Set(input.lampIds)], 'lampIds')
    const gone = await release(ctx, query, input.lampIds, id, false)
    await audit(ctx, query, 'unbindLamps', { id, lampIds: gone.map((one) => one.id) })
    return { count: gone.length }
  })

/** Concentrators, with the lamps that are bound to them. */
export const concentratorServer = onDevice(concentrator, concentratorType, {
  filters: {
    // Joins the index of the lamps' texts (the name is the first line) with the index of the lamps' concentrators; both are in the order of the lamps.
    lampName: {
      sql: `t.id = any(array(select b.concentrator_id from lighting_lamps l
        join cabinets_concentrator_lamp b on b.tenant_id = l.tenant_id and b.lamp_id = l.id and not b.is_deleted
        where not l.is_deleted and strpos(l.keyword_text, (select lower($))) > 0 and strpos(split_part(l.keyword_text, E'\\n', 1), (select lower($))) > 0))`,
      type: 'text',
    },
  },
  returns: { bindLamps: A.of({ count: A.int, moved: A.int }) },
  actions: { bindLamps, unbindLamps },
  beforeRemove: async ({ query, rows }) => {
    const ids = rows.map(({ id }) => id)
    await query('update cabinets_concentrator_lamp set is_deleted = true where concentrator_id = any($1::bigint[]) and not is_deleted', [
      ids,
    ])
    await query('update cabinets_loop set concentrator_id = null, do_no = null, di_no = null where concentrator_id = any($1::bigint[])', [
      ids,
    ])
  },
})
export const concentratorLampServer = onServer(concentratorLamp, {})
