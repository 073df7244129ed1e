/**
 * Port `devices.places`, offered by the slice that owns the lamp controllers. `sql` selects device_id, tenant_id, project_id, area_id, supplier_id and
 * activated of all of them.
 */
export interface DevicePlaces {
  readonly sql: string
}
