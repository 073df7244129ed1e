import type { RowTools, SliceRows } from '@lamplight/testing'

/** Makes a device by its own call and a member of the tenant's group: the calls of families and roots to a group need members of their types. */
const member =
  (path: string, prefix: string) =>
  async ({ writer, tenantId, row, product }: RowTools): Promise<string> => {
    const { code, msg, data } = await writer.post<{ id: string }>(path, { sn: `${prefix}-${tenantId}`, name: `${prefix} ${tenantId}` })
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    await product.platform.system.query('insert into devices_group_member (group_id, device_id, tenant_id) values ($1, $2, $3)', [
      await row('devices.group'),
      data.id,
      tenantId,
    ])
    return data.id
  }

export const loraRows: SliceRows = {
  rows: {
    'lora.gateway': member('/api/blade-city/lora/control/submit', 'LG'),
    'lora.module': member('/api/blade-city/lora/module/submit', 'LM'),
    'lora.root': member('/api/blade-sun/loraroot/submit', 'LR'),
  },
}
