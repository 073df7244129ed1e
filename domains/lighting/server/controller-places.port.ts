import type { DevicePlaces } from '@lamplight/devices/model'

/** Where lamp controllers stand and who supplied them. */
export const createControllerPlaces = (): DevicePlaces => ({
  sql: 'select id as device_id, tenant_id, project_id, area_id, supplier_id, activated from lighting_controller where not is_deleted',
})
