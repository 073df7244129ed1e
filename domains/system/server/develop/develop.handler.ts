import { exampleId } from '@lamplight/kit'
import { A, envelope, idsIn, type Route, route, T } from '@lamplight/server-kit'
import { code } from '../../model/code.resource.ts'
import { OneRow, oneId } from '../files/oss.handler.ts'
import { copyCode, GeneratedReturns, generate } from './code.server.ts'
import { readSource, tablesOf } from './sources.ts'

const BASE = '/api/blade-develop'
const Ids = T.String({ pattern: '^\\d{1,19}(,\\d{1,19})*$', maxLength: 2000 })

export const developRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${BASE}/code/gen-code`,
    summary: ['生成代码', 'Generate source code as an archive in the attachments'],
    example: { query: { ids: exampleId('system.code'), system: 'saber' } },
    permission: `${code.code}_generate`,
    answers: 'raw',
    query: T.Object({
      ids: T.Optional(Ids),
      system: T.Optional(
        T.String({ pattern: '^saber3?$', description: 'the kind of console the code is for: saber or saber3, which get the same' }),
      ),
    }),
    body: T.Optional(T.Union([T.Object({ ids: T.Optional(T.Union([Ids, T.Array(Ids, { maxItems: 100 })])) }), T.Null()])),
    returns: A.bare(A.of({ code: A.int, success: A.yes, msg: A.text, data: GeneratedReturns })),
    handler: async ({ ctx, query, body }) => {
      const made = await generate(ctx, idsIn(query.ids ?? body?.ids))
      return { ...envelope(made, ctx.lang), data: made, msg: ctx.lang === 'en' ? 'The code was generated' : '代码生成成功' }
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/code/copy`,
    summary: ['复制生成配置', 'Copy an entry of the code generator'],
    example: { query: { id: exampleId('system.code') } },
    permission: `${code.code}_copy`,
    ...OneRow,
    returns: A.made,
    handler: async ({ ctx, query, body }) => copyCode(ctx, oneId(query, body)),
  }),
  route({
    method: 'GET',
    path: `${BASE}/datasource/tables`,
    summary: ['数据源中的表', 'Tables of a data source'],
    example: { query: { datasourceId: exampleId('system.datasource') } },
    permission: `${code.code}_view`,
    query: T.Object({ datasourceId: T.String({ pattern: '^\\d{1,19}$' }) }),
    returns: A.list(A.of({ tableName: A.text, comment: A.text })),
    handler: async ({ ctx, query }) => readSource(ctx, query.datasourceId, tablesOf),
  }),
]
