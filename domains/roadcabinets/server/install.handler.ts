import { exampleId, isRefusal, pick } from '@lamplight/kit'
import { A, addRow, type Ctx, inTransaction, route, T } from '@lamplight/server-kit'
import { cabinet, product, roadcabinetsErrors } from '../model/index.ts'

/** Largest number of cabinets in a call. With twelve units each, one transaction adds 1200 devices. */
const MAX_CABINETS = 100
const Id = T.String({ pattern: '^[0-9]{1,19}$' })
const Place = T.Union([T.String({ pattern: '^[0-9]{0,19}$' }), T.Null()])

/** Installs one cabinet of a call. A refusal names the cabinet and says that none was installed. */
const installOne = async (ctx: Ctx, row: Readonly<Record<string, unknown>> & { readonly sn: string }, at: number): Promise<string> => {
  try {
    return await addRow(ctx, cabinet, row)
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    const why = pick(thrown.refusal.text, ctx.lang, thrown.values)
    throw roadcabinetsErrors.rowTaken({ row: at + 1, sn: row.sn, why }, `cabinets.${at}`)
  }
}

/** Screen cab.install: installs several cabinets of a product in one transaction. Written by hand, because a call of a resource adds one row. */
export const cabinetInstall = route({
  method: 'POST',
  path: '/api/blade-visual/cabinet/install',
  summary: ['安装机柜', 'Install cabinets of a product'],
  example: {
    body: {
      productId: exampleId(product.name),
      gatewayId: exampleId('devices.gateway'),
      cabinets: [{ sn: 'CAB-1001', name: '一号机柜' }],
    },
  },
  permission: `${cabinet.code}_add`,
  body: T.Object({
    productId: Id,
    gatewayId: Id,
    projectId: T.Optional(Place),
    areaId: T.Optional(Place),
    cabinets: T.Array(
      T.Object({
        sn: T.String({ minLength: 1, maxLength: 40 }),
        name: T.Optional(T.String({ maxLength: 60 })),
        gatewayId: T.Optional(Id),
      }),
      { minItems: 1, maxItems: MAX_CABINETS },
    ),
  }),
  returns: A.of({ count: A.int, ids: A.list(A.id) }),
  handler: async ({ ctx, body }) => {
    const { cabinets, ...shared } = body
    const again = cabinets.findIndex(({ sn }, at) => cabinets.findIndex((other) => other.sn === sn) < at)
    const double = cabinets[again]
    if (double) {
      const { refusal, values } = roadcabinetsErrors.numberTaken({ sn: double.sn })
      throw roadcabinetsErrors.rowTaken({ row: again + 1, sn: double.sn, why: pick(refusal.text, ctx.lang, values) }, `cabinets.${again}`)
    }
    const ids = await inTransaction(ctx, async (inside) => {
      const made: string[] = []
      for (const [at, one] of cabinets.entries()) made.push(await installOne(inside, { ...shared, ...one }, at))
      return made
    })
    return { count: ids.length, ids }
  },
})
