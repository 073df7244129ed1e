import type { Params, ParamValue } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { type Attachment, settableValue } from '../../model/index.ts'
import { familiesIn } from '../params/param-answers.ts'
import { attachmentsIn } from './attachments.ts'

/** What gateways and their children hold by their last answers, of the families with attachments. */
export interface HeldValues {
  /** Values by serial number of the device. */
  readonly params: ReadonlyMap<string, Params>
  /** Messages that the values need, by id of the gateway. */
  readonly attachments: ReadonlyMap<string, readonly Attachment[]>
}

/** Reads what the virtual city must know to continue after a restart: real gateways and devices store it themselves. */
export const heldValues = async (platform: Platform, gatewayIds: readonly string[]): Promise<HeldValues> => {
  const params = new Map<string, Params>()
  const attachments = new Map<string, Attachment[]>()
  const families = new Map([...familiesIn(platform)].filter(([, { attachment }]) => attachment))
  const port = attachmentsIn(platform)
  if (!port || families.size === 0) return { params, attachments }
  const rows = await platform.system.query<{ gatewayId: string; family: string; id: string; value: ParamValue; sns: string[] }>(
    `select r.gateway_id::text as "gatewayId", p.family, v.id::text as id, v.value, array_agg(r.sn) as sns
     from control_param p join control_value v on v.id = p.reported_id join devices_registered r on r.device_id = p.device_id
     where p.family = any($1) and r.gateway_id = any($2::bigint[]) group by r.gateway_id, p.family, v.id, v.value`,
    [[...families.keys()], gatewayIds],
  )
  const known = new Map<string, Promise<Attachment | null>>()
  for (const { gatewayId, family: name, id, value: reported, sns } of rows) {
    const family = families.get(name)
    if (!family) continue
    const value = settableValue(family, reported)
    const asked = known.get(id) ?? port.of(name, value)
    known.set(id, asked)
    const attachment = await asked
    if (!attachment) continue
    attachments.set(gatewayId, [...(attachments.get(gatewayId) ?? []), attachment])
    for (const sn of sns) params.set(sn, { ...params.get(sn), [name]: value })
  }
  return { params, attachments }
}
