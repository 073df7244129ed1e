import type { DevicePlaces } from '@lamplight/devices/model'

/** Provides place and supplier of lamp controllers. */
export const createControllerPlaces = (): DevicePlaces => ({
  sql: 'select id as device_id, tenant_id, project_id, area_id, supplier_id, activated from lighting_controller where not is_deleted',
})
