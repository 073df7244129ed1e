import { exampleId } from '@lamplight/kit'
import { A, errors, route, T } from '@lamplight/server-kit'

interface TypeRow {
  readonly id: string
  readonly code: number
  readonly name: string
  readonly label: string
  readonly english: string | null
  readonly descriptor: string
}

/** The type of product devices as their pages need it: whoever may see the devices is told what they report and can be told. */
export const typedTypeRoute = route({
  method: 'GET',
  path: '/api/blade-device/typed/type',
  summary: ['综合设备的产品类型', 'Type of product devices'],
  example: { query: { typeId: exampleId('devices.type') } },
  permission: 'typed_device_view',
  query: T.Object({ typeId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.of({ id: A.id, code: A.int, name: A.text, label: A.list(A.text), descriptor: A.open }),
  handler: async ({ ctx, query }) => {
    const [row] = await ctx.query<TypeRow>(
      `select id::text as id, code, unit_product_code as name, name as label, name_en as english, descriptor from devices_type
       where id = $1 and code is not null`,
      [query.typeId],
    )
    if (!row) throw errors.notFound()
    const { id, code, name, label, english, descriptor } = row
    return { id, code, name, label: [label, english || label], descriptor: JSON.parse(descriptor) as object }
  },
})
