import { defineConsole, definePage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { lighting } from '../domain.ts'
import { controller } from '../model/controller.resource.ts'
import { lamp } from '../model/lamp.resource.ts'
import { post } from '../model/post.resource.ts'
import { CloseLamps, DimLamps, GroupLamps, ReleaseLamps } from './lamp-actions.tsx'

const live = <R extends { currentControllerStatus?: number | null; dim?: number | null; activePower?: number | null }>(
  row: R,
  change: Readonly<Record<string, unknown>>,
): R => {
  const [state, dim, power] = change as unknown as readonly [number, number | null, number | null]
  return { ...row, currentControllerStatus: state, dim, activePower: power }
}

export const lightingConsole = defineConsole({
  domain: lighting,
  pages: [
    definePage({
      path: '/city/map/index',
      label: ['照明地图', 'Lighting map'],
      permission: 'lamp_view',
      keepAlive: true,
      full: true,
      load: async () => (await import('./map.page.tsx')).MapPage,
    }),
  ],
  resources: [
    onConsole(lamp, {
      link: '/city/lampmanagement/lampinformation',
      counter: ['盏', 'lamp'],
      actions: { dim: DimLamps, close: CloseLamps, release: ReleaseLamps },
      byFilter: ['dim', 'close', 'release'],
      slots: { toolbar: GroupLamps },
      // news come under the device that drives the lamp
      live: { topic: 'lamps', apply: live, keyOf: (row) => row.controllerId ?? '' },
      import: {
        input: {
          projectId: f.ref('places.project', { label: ['项目', 'Project'], required: true }),
          areaId: f.ref('places.area', { label: ['区域', 'Area'] }),
          groupId: f.ref('devices.group', { label: ['分组', 'Group'] }),
        },
        accept: '.geojson,.json,.csv',
        hint: [
          'GeoJSON 或 CSV：编号、经纬度、功率、配电箱等列按名称识别',
          'GeoJSON or CSV: columns such as id, coordinates, wattage and cabinet are found by name',
        ],
      },
    }),
    onConsole(controller, { link: '/city/basisaccessories/controller/controllerinformation', live: { topic: 'lamps', apply: live } }),
    onConsole(post, { link: '/city/lamppost/index' }),
  ],
})
