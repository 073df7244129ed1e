import { exampleId, imeiOf } from '@lamplight/kit'
import type { Make, World } from './audit-stage.ts'

const REGISTRATION = 'iot.registration'
/** A registration that failed and does not wait for an attempt. */
const failed = async ({ product, samples }: World): Promise<{ id: string; imei: string }> => {
  const served = product.registry.resources.get(REGISTRATION)
  if (!served) throw new Error('there are no registrations')
  const id = await samples.create(served.resource)
  const [row] = await product.platform.system.query<{ imei: string }>(
    'update iot_registration set register_status = 2, next_try = null where id = $1 returning imei',
    [id],
  )
  return { id, imei: row?.imei ?? '' }
}

/** Stages of the calls of registrations. */
export const iotStages: Readonly<Record<string, Make>> = {
  'POST /api/blade-device/iot/registration/register': async (world) => ({
    stand: { [exampleId(REGISTRATION)]: (await failed(world)).id },
  }),
  'POST /api/blade-device/iot/registration/delete-by-import': async (world) => ({
    stand: { [imeiOf('86000000000001')]: (await failed(world)).imei },
  }),
}
