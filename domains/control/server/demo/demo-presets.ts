import { seedRows } from '@lamplight/devices/server'
import type { ParamFamilyDefinition, Text } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import type { Ctx, Platform } from '@lamplight/server-kit'
import { templateOf } from '../../model/index.ts'
import { sendWanted, typesOf } from '../params/param-send.ts'

/** Ends the names of presets. */
const STANDARD: Text = ['标准值', ', standard values']
/** Largest number of devices of a tenant that get the preset of a family. */
const DEVICES = 60
/** Devices behind virtual gateways that were heard of within the last hour of the history. */
const TARGETS = `select r.device_id::text as id from devices_registered r join devices_gateways g on g.id = r.gateway_id
  join devices_virtual_gateways k on k.id = g.id
  where r.tenant_id = $1 and r.type = $2 and r.activated
    and not exists (select from devices_faults f where f.device_id = g.id and f.type = 'communicationFailure' and f.ended_at is null)
  order by r.sn limit ${DEVICES}`

/** Values of a new preset: those with which its form begins, or their examples. Null if a required field has neither. */
const valuesOf = ({ fields }: ParamFamilyDefinition): ParamValue | null => {
  const values: Record<string, ParamValue[string]> = {}
  for (const [name, { options }] of Object.entries(fields)) {
    const value = options.initial ?? (options.required ? options.example : undefined)
    if (value === undefined && options.required) return null
    if (value !== undefined) values[name] = value as ParamValue[string]
  }
  return values
}

/**
 * In a demo: gives each tenant one preset of each family, and sends the families named in `sent` to devices of the last type that they have. The
 * gateways of the virtual city take the values when they connect.
 */
export const seedPresets = async (
  platform: Platform,
  families: readonly ParamFamilyDefinition[],
  sent: readonly ParamFamilyDefinition[] = [],
): Promise<void> => {
  for (const family of families) {
    const [preset, value] = [templateOf(family), valuesOf(family)]
    if (!preset || !value) continue
    const send = async (ctx: Ctx): Promise<void> => {
      const type = typesOf(platform, family).at(-1)
      const devices = await platform.system.query<{ id: string }>(TARGETS, [ctx.tenantId, type?.code])
      if (devices.length > 0)
        await sendWanted(
          ctx,
          { family, value },
          devices.map(({ id }) => id),
        )
    }
    await seedRows(
      platform,
      preset,
      () => [{ name: `${family.label[0]}${STANDARD[0]}`, ...value }],
      sent.includes(family) ? send : undefined,
    )
  }
}
