import { giveProject } from '@lamplight/identity/stored'
import { A, changed, onServer } from '@lamplight/server-kit'
import { project } from '../model/project.resource.ts'
import { MoveReturns, moveUnder } from './place-move.ts'
import { refuseUsed } from './place-use.ts'

export const projectServer = onServer(project, {
  place: { project: 't.id' },
  // 0 is the root: all projects.
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
  beforeRemove: ({ ctx, query, rows }) =>
    refuseUsed(
      ctx,
      query,
      'places_project',
      rows.map(({ id }) => id),
    ),
  returns: { move: MoveReturns, gather: A.of({ id: A.id, chosen: A.int, below: A.int, uses: A.list(A.open) }) },
  actions: {
    move: ({ ctx, ids, input }) => ctx.tx((query) => moveUnder(ctx, query, 'places_project', ids, input.parentId ?? null)),
    // The new parent takes the place of the first project and has its kind.
    gather: ({ ctx, ids, input }) =>
      ctx.tx(async (query) => {
        const id = ctx.platform.newId()
        await query(
          `insert into places_project (id, tenant_id, create_user, update_user, name, type, sort, parent_id)
           select $1, tenant_id, $3, $3, $4, type, sort, case when parent_id = any($5) then null else parent_id end from places_project where id = $2`,
          [id, ids[0], ctx.user.id, input.name, ids],
        )
        if (ctx.user.cut.projects) await giveProject(query, ctx.user.id, id)
        await ctx.audit({ what: 'places.project.add', target: id, detail: changed(null, { name: input.name }) }, query)
        return { id, ...(await moveUnder(ctx, query, 'places_project', ids, id)) }
      }),
  },
})
