import { A, errors, onServer } from '@lamplight/server-kit'
import { report } from '../model/report.resource.ts'
import { checkDefinition, type Definition, exportOf, isSame } from './definition.ts'

export const reportServer = onServer(report, {
  joined: {
    sql: 'left join identity_users u on u.id = t.create_user',
    fields: { ownerName: 'coalesce(u.real_name, u.name, u.account)' },
  },
  // Renaming needs no permission for the list: the definition is checked when it is new or changed, and at each run.
  beforeWrite: ({ ctx, draft, old }) => {
    if (old === null || !isSame(draft, old)) checkDefinition(ctx, { ...old, ...draft } as Definition)
    return draft
  },
  returns: { run: A.of({ file: A.text, query: A.map(A.text), name: A.text }) },
  actions: {
    run: async ({ ctx, ids: [id] }) => {
      const [row] = await ctx.query<Definition & { name: string }>(
        'select name, source, filter, columns, period, format from reports_report where id = $1 and not is_deleted',
        [id],
      )
      if (!row) throw errors.notFound()
      return exportOf(ctx, row)
    },
  },
})
