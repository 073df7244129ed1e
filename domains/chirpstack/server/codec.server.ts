import { addRow, fieldError, onServer } from '@lamplight/server-kit'
import { type Codec, chirpstackErrors, codec, codecFault, SHIPPED_CODECS } from '../model/index.ts'

export const codecServer = onServer(codec, {
  beforeWrite: ({ ctx, draft, old }) => {
    const { uplinks, commands } = { ...old, ...draft } as unknown as { readonly [K in keyof Codec]?: Codec[K] | null }
    const fault = codecFault({ uplinks: uplinks ?? [], commands: commands ?? [] })
    if (fault) throw fieldError(fault.field, fault.text, ctx.lang)
    return draft
  },
  beforeRemove: async ({ query, rows }) => {
    const [used] = await query<{ n: number }>(
      'select count(*)::int as n from chirpstack_node where codec_id = any($1) and not is_deleted',
      [rows.map(({ id }) => id)],
    )
    if (used && used.n > 0) throw chirpstackErrors.codecInUse({ n: used.n })
  },
  actions: {
    /** Adds the shipped codecs that the tenant does not have. */
    addShipped: async ({ ctx }) => {
      const rows = await ctx.query<{ name: string }>('select name from chirpstack_codec where tenant_id = $1 and not is_deleted', [
        ctx.tenantId,
      ])
      const missing = Object.entries(SHIPPED_CODECS).filter(([name]) => !rows.some((row) => row.name === name))
      for (const [name, layout] of missing) await addRow(ctx, codec, { name, ...layout })
      return { count: missing.length }
    },
  },
})
