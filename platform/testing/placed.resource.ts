import { f } from '@lamplight/fields/model'
import { defineResource, type ResourceDefinition } from '@lamplight/kit'
import { ddlOf, onServer, type ServerSlice, tableOf } from '@lamplight/server-kit'
import { queryOnce } from './database.ts'
import type { TestPlatform } from './test-platform.ts'

const label = ['设备', 'Device'] as const
/** A resource with nothing but the place of devices of a type, for tests without the slices above. */
const placedResource = (device: string): ResourceDefinition =>
  defineResource({
    name: `tests.${device}`,
    label,
    code: `test_${device}`,
    scope: 'project',
    roles: 'devices',
    device,
    api: { base: `blade-test/${device}`, verbs: ['list'] },
    page: { path: `/test/${device}`, icon: 'hdd', sort: 1 },
    fields: {
      name: f.text({ label, max: 40 }),
      activated: f.flag({ label, initial: true }),
      projectId: f.ref('places.project', { label }),
      areaId: f.ref('places.area', { label }),
      supplierId: f.ref('devices.supplier', { label }),
    },
  })

/** Ids; null or `0`: none. */
interface Place {
  readonly project: string | number | null
  readonly area: string | number | null
  readonly supplier?: number
  readonly activated?: boolean
}

/**
 * Resources of devices of these types: `slice` goes to `testPlatform`, `create` makes the tables, `put` places a device. Users need the right
 * `test_{type}_view` to see the devices.
 */
export const testPlaces = (types: readonly string[]) => {
  const resources = new Map(types.map((type) => [type, placedResource(type)]))
  const all = [...resources.values()]
  const slice = {
    domain: { name: 'tests', label, level: 4, dependsOn: ['devices'] },
    resources: all.map((resource) => onServer(resource, {})),
  } as unknown as ServerSlice
  return {
    slice,
    create: async ({ databaseUrl }: TestPlatform): Promise<void> => {
      for (const resource of all) await queryOnce(databaseUrl, ddlOf(resource))
    },
    put: async (
      { platform }: TestPlatform,
      type: string,
      id: string,
      tenantId: string,
      place: Place = { project: null, area: null },
    ): Promise<void> => {
      const { project, area, supplier = null, activated = true } = place
      await platform.system.query(
        `insert into ${tableOf(resources.get(type) as ResourceDefinition)} (id, tenant_id, activated, project_id, area_id, supplier_id)
         values ($1, $2, $3, nullif($4::bigint, 0), nullif($5::bigint, 0), $6)
         on conflict (id) do update set project_id = excluded.project_id, area_id = excluded.area_id`,
        [id, tenantId, activated, project, area, supplier],
      )
    },
  }
}
