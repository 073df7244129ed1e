import { exampleDevice, exampleId } from '@lamplight/kit'
import type { Make, World } from './audit-stage.ts'

const next = Array.from({ length: 1000 }, (_, n) => n + 1).values()
const DEVICE = exampleDevice({ name: 'controller' })
const controller = async ({ product, samples }: World): Promise<{ id: string; sn: string }> => {
  const served = product.registry.resources.get('lighting.controller')
  if (!served) throw new Error('there are no lamp controllers')
  const id = await samples.create(served.resource)
  const [row] = await product.platform.system.query<{ sn: string }>('select sn from lighting_controller where id = $1', [id])
  return { id, sn: row?.sn ?? '' }
}
/** A lamp controller without a place, not activated. */
const unplaced: Make = async (world) => {
  const { id } = await controller(world)
  const { query } = world.product.platform.system
  await query('update lighting_controller set area_id = null, project_id = null, activated = false where id = $1', [id])
  return { stand: { [DEVICE]: id } }
}
const logged: Make = async ({ product }) => {
  const [row] = await product.platform.system.query<{ id: string }>(
    "insert into devices_log (tenant_id, kind, at) values ('000000', 5, now()) returning id::text as id",
  )
  return { stand: { [exampleId('devices.log')]: row?.id ?? '' } }
}
const replaced: Make = async (world) => ({
  stand: { [exampleDevice({ name: 'sn.controller' })]: (await controller(world)).sn, 'SUCCESSOR-1': `SUCCESSOR-${next.next().value}` },
})

/** A group of devices of this type. */
const groupOf =
  (devType: number): Make =>
  async ({ product }) => {
    const id = product.platform.newId()
    await product.platform.system.query("insert into devices_group (id, tenant_id, group_name, dev_type) values ($1, '000000', $2, $3)", [
      id,
      `类组${next.next().value}`,
      devType,
    ])
    return { stand: { [exampleId('devices.group')]: id } }
  }

/** An open record of a lamp without a running test. */
const diagnosed: Make = async (world) => {
  const { id: deviceId, sn } = await controller(world)
  const { platform } = world.product
  const id = platform.newId()
  await platform.system.query(
    `insert into diagnosis_record (id, tenant_id, kind, status, sn, device_id, device_type, nights, proof, clean, test_state, correction, first_day, last_day)
     values ($1, '000000', 1, 0, $2, $3, 4, 1, 0, 0, 0, 0, '2026-01-01', '2026-01-01')`,
    [id, sn, deviceId],
  )
  return { stand: { [exampleId('diagnosis.record')]: id } }
}

/** Stages of the calls of the device register and of groups. */
export const deviceStages: Readonly<Record<string, Make>> = {
  'POST /api/blade-alarm/abnormalDiagnoseRecord/test': diagnosed,
  'GET /api/blade-city/trash_group/detail': groupOf(19),
  'GET /api/blade-city/well_group/detail': groupOf(20),
  'POST /api/blade-device/deviceManage/moveArea': unplaced,
  'POST /api/blade-device/deviceManage/moveProject': unplaced,
  'POST /api/blade-device/device/devPloy/batch': unplaced,
  'POST /api/blade-device/deviceManage/uninstall': async (world) => ({ stand: { [DEVICE]: (await controller(world)).id } }),
  'POST /api/blade-device/deviceManage/bind': async (world) => {
    const { id, sn } = await controller(world)
    await world.product.platform.system.query('update lighting_controller set gateway_id = null where id = $1', [id])
    return { stand: { [exampleDevice({ name: 'sn.controller' })]: sn } }
  },
  'DELETE /api/blade-device/device/log': logged,
  'POST /api/blade-device/deviceManage/replaceElectronics': replaced,
  'POST /api/blade-device/smart_pole/replace': replaced,
  'POST /api/blade-device/deviceManage/replaceElectronics/undo': async (world) => {
    const { sn } = await controller(world)
    const made = await world.admin.post<{ id: string }>('/api/blade-device/deviceManage/replaceElectronics', {
      faultSn: sn,
      newSn: `UNDONE-${next.next().value}`,
    })
    return { stand: { [exampleId('devices.replacement')]: made.data.id } }
  },
}
