import { exampleId } from '@lamplight/kit'
import { A, errors, route, T } from '@lamplight/server-kit'
import { deviceTypesPort } from '../model/ports.ts'

/** The type of product devices, with input fields as `{kind, options}`. Everybody who may see the devices may read their properties and commands. */
export const typedTypeRoute = route({
  method: 'GET',
  path: '/api/blade-device/typed/type',
  summary: ['综合设备的产品类型', 'Type of product devices'],
  example: { query: { typeId: exampleId('devices.type') } },
  permission: 'typed_device_view',
  query: T.Object({ typeId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.of({
    name: A.text,
    code: A.int,
    label: A.list(A.text),
    properties: A.open,
    commands: A.open,
    events: A.list(A.text),
    driver: A.maybe(A.text),
  }),
  handler: async ({ ctx, query }) => {
    const [row] = await ctx.query<{ code: number }>('select code from devices_type where id = $1 and code is not null', [query.typeId])
    const types = ctx.platform.port(deviceTypesPort)
    if (row) await types.need([row.code])
    const type = row && types.typeOf(row.code)
    if (!type) throw errors.notFound()
    return type
  },
})
