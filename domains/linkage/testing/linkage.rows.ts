import type { ApiClient, SliceRows } from '@lamplight/testing'

/** devType of lamp controllers. */
const CONTROLLER = 4
let number = 0
const added = async (client: ApiClient, path: string, body: object): Promise<string> =>
  (await client.post<{ id: string }>(`/api/${path}`, body)).data.id

/** A lamp controller, which triggers and acts. */
const lamp = async (client: ApiClient): Promise<object> => {
  number += 1
  const id = await added(client, 'blade-city/controller', { sn: `LINKED-${number}`, name: `LINKED-${number}` })
  return { toggleDevType: CONTROLLER, devType: CONTROLLER, toggleDevIds: id, devIds: id }
}

const HEATER = {
  properties: { heating: { label: ['加热', 'Heating'], type: 'boolean' } },
  commands: { heat: { label: ['加热', 'Heat'], input: { on: { kind: 'flag', label: ['开', 'On'], required: true } } } },
}
/** A box template with the interface `HEATER.heat`. */
const box = async (client: ApiClient): Promise<string> => {
  number += 1
  const code = `BOX-HEATER-${number}`
  const typeId = await added(client, 'blade-device/type/submit', { unitProductCode: code, name: code, descriptor: JSON.stringify(HEATER) })
  return added(client, 'blade-visual/integratedProduct/submit', {
    name: `BOX-${number}`,
    cabins: [{ name: 'A', height: 12 }],
    units: [{ code: 'HEATER', name: 'HEATER', typeId, cabin: 1 }],
  })
}

export const linkageRows: SliceRows = {
  rows: {
    /** A firing. It is inserted here because no call adds one: the engine stores its firings. */
    'linkage.record': async ({ row, insert, tenantId }) =>
      insert('linkage_record', {
        tenant_id: tenantId,
        kind: 1,
        source: `FIRED-${tenantId}`,
        state: 5,
        fired_at: new Date(),
        cause: `FIRED-${tenantId}`,
        cause_en: `FIRED-${tenantId}`,
        actions: '[]',
        depth: 1,
        instance_id: await row('linkage.instance'),
      }),
  },
  unwritten: ['linkage.record'],
  values: {
    'linkage.instance': async (client) => ({ ...(await lamp(client)) }),
    'linkage.boxStrategy': async (client) => ({ boxTemplateId: await box(client) }),
    'linkage.alarmConfig': async (client) => ({ boxTemplateId: await box(client), cabinetIds: '', subAlarmType: '' }),
  },
}
