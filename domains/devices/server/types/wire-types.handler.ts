import { pick } from '@lamplight/kit'
import { A, route } from '@lamplight/server-kit'
import { deviceTypesPort } from '../../model/ports.ts'
import { wireTypesOf } from '../../model/wire-types.ts'

const choice = A.of({ value: A.text, label: A.text })
const limits = { min: A.nullable(A.number), max: A.nullable(A.number) }

/**
 * The shipped device types with everything that messages of their devices may contain: what docs/devices.md says, as JSON. Public: it holds
 * nothing of a tenant, and makers of gateways have no account. Written by hand: definitions are no rows.
 */
export const wireTypesRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/wireTypes',
  summary: ['设备类型的报文定义', 'What messages of the device types may contain'],
  permission: 'public',
  returns: A.list(
    A.named(
      'WireType',
      A.of({
        name: A.text,
        code: A.int,
        slug: A.text,
        label: A.text,
        driver: A.text,
        events: A.list(A.text),
        properties: A.list(
          A.of({ name: A.text, label: A.text, type: A.text, unit: A.text, ...limits, values: A.list(choice), counter: A.yes }),
        ),
        commands: A.list(
          A.of({
            name: A.text,
            label: A.text,
            args: A.list(A.of({ name: A.text, label: A.text, type: A.text, required: A.yes, ...limits, values: A.list(A.number) })),
          }),
        ),
        example: A.open,
      }),
    ),
  ),
  handler: async ({ ctx }) =>
    wireTypesOf(ctx.platform.port(deviceTypesPort).all).map((type) => ({
      ...type,
      label: pick(type.label, ctx.lang),
      properties: type.properties.map((one) => ({
        ...one,
        label: pick(one.label, ctx.lang),
        values: Object.entries(one.values).map(([value, label]) => ({ value, label: pick(label, ctx.lang) })),
      })),
      commands: type.commands.map(({ name, label, args }) => ({
        name,
        label: pick(label, ctx.lang),
        args: args.map((one) => ({ ...one, label: pick(one.label, ctx.lang) })),
      })),
    })),
})
