import { imeiOf } from '@lamplight/kit'
import type { RowTools, SliceRows } from '@lamplight/testing'

const DESCRIPTOR = JSON.stringify({ driver: 'operator', properties: { level: { label: ['液位', 'Level'], unit: '%', min: 0, max: 100 } } })

const made = async ({ writer }: RowTools, path: string, body: object): Promise<string> => {
  const { code, msg, data } = await writer.post<{ id: string }>(path, body)
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data.id
}

export const iotRows: SliceRows = {
  rows: {
    /** A product type with access by operators' platforms: that of `devices.type` has none. */
    'iot.type': (tools) =>
      made(tools, '/api/blade-device/type/submit', { unitProductCode: `NB-${tools.tenantId}`, name: '液位计', descriptor: DESCRIPTOR }),
    'iot.registration': async (tools) =>
      made(tools, '/api/blade-device/iot/registration/submit', {
        imei: imeiOf(`86000001${tools.tenantId}`),
        name: `物联 ${tools.tenantId}`,
        typeId: await tools.row('iot.type'),
        ocId: await tools.row('iot.oc'),
      }),
  },
}
