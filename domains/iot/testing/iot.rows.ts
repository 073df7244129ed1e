import { imeiOf } from '@lamplight/kit'
import type { ApiClient, RowTools, SliceRows } from '@lamplight/testing'
import { EXAMPLE_TYPE } from '../model/registration.resource.ts'

const TYPE = '/api/blade-device/type'
const CODE = 'NB-SAMPLE'
const DESCRIPTOR = JSON.stringify({ driver: 'operator', properties: { level: { label: ['液位', 'Level'], unit: '%', min: 0, max: 100 } } })

/** Finds or makes a product type with access by operators' platforms. The example of `devices.type` has none. */
const typeOf = async (client: ApiClient): Promise<string> => {
  const [known] = (await client.get<{ records: { id: string }[] }>(`${TYPE}/list`, { unitProductCode_equal: CODE })).data.records
  if (known) return known.id
  const made = await client.post<{ id: string }>(`${TYPE}/submit`, { unitProductCode: CODE, name: '液位计', descriptor: DESCRIPTOR })
  if (made.code !== 200) throw new Error(`a product type: ${made.msg}`)
  return made.data.id
}

/** A registration that does not wait for an attempt: the task would change the row during tests that compare fingerprints. */
const registrationOf = async ({ writer, row, tenantId, product }: RowTools): Promise<string> => {
  const body = { imei: imeiOf(`86000001${tenantId}`), name: `物联 ${tenantId}`, typeId: await typeOf(writer), ocId: await row('iot.oc') }
  const { code, msg, data } = await writer.post<{ id: string }>('/api/blade-device/iot/registration/submit', body)
  if (code !== 200) throw new Error(`a registration: ${msg}`)
  await product.platform.system.query('update iot_registration set next_try = null where id = $1', [data.id])
  return data.id
}

export const iotRows: SliceRows = {
  rows: { 'iot.registration': registrationOf },
  values: { 'iot.registration': async (client) => ({ typeId: await typeOf(client) }) },
  words: async ({ one, row }) => {
    const { type_id } = await one('select type_id::text as type_id from iot_registration where id = $1', [await row('iot.registration')])
    return { [EXAMPLE_TYPE]: String(type_id) }
  },
}
