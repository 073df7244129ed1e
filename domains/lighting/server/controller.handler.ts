import { devicesErrors } from '@lamplight/devices/model'
import { storeMembers } from '@lamplight/devices/stored'
import { exampleId } from '@lamplight/kit'
import { A, addRow, errors, exampleFields, route, rowSchema, T } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'

const schema = rowSchema(controller, null) as { readonly properties: Readonly<Record<string, object>> }
const groupId = { type: ['string', 'null'], pattern: '^(-1|\\d{0,19})$', description: 'group that the controller becomes a member of' }

/** Adds a lamp controller, optionally to a group (row controller.create of the catalogue). */
const create = route({
  method: 'POST',
  path: `/api/${controller.api.base}`,
  summary: ['单灯控制器新增', 'Lamp controller: add'],
  example: { body: { ...exampleFields(controller), groupId: exampleId('devices.group') } },
  permission: 'controller_add',
  body: T.Unsafe<Readonly<Record<string, unknown>>>({ ...schema, properties: { ...schema.properties, groupId } }),
  checksItself: true,
  returns: A.made,
  handler: async (input) => {
    const { ctx } = input
    if (typeof input.body !== 'object' || input.body === null || Array.isArray(input.body)) throw errors.unreadable()
    const { groupId: call, ...row } = input.body
    const group = call === undefined || call === null || call === '' || call === '-1' || call === -1 ? null : call
    if (group === null) return { id: await addRow(ctx, controller, row) }
    if (typeof group !== 'string' || !/^\d{1,19}$/.test(group)) throw errors.badParameter({ field: 'groupId' }, 'groupId')
    if (!ctx.user.permissions.has('device_group_member')) throw errors.noRight()
    const id = await addRow(ctx, controller, row, async (query, deviceId) => {
      const [into] = await query<{ tenant_id: string }>('select tenant_id from devices_groups where id = $1 and not is_deleted', [group])
      if (!into) throw devicesErrors.groupMissing({}, 'groupId')
      await storeMembers(query, { groupId: group, tenantId: into.tenant_id }, [deviceId])
      await ctx.audit({ what: 'devices.group.copy', target: group, count: 1, detail: { after: { added: [String(row.sn)] } } }, query)
    })
    return { id }
  },
})

export const controllerRoutes = [create]
