import { menuPage } from '@lamplight/console-kit'
import { alsoAt, onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole, recordPages } from '@lamplight/control/console'
import { type ComponentType, lazy } from 'react'
import { concentratorType } from '../model/concentrator.device.ts'
import { concentrator } from '../model/concentrator.resource.ts'
import { concentratorConfig } from '../model/concentrator-config.resource.ts'
import { concentratorLamp } from '../model/concentrator-lamp.resource.ts'
import { centralizedControl, concentratorRecords, poleConcentrators } from '../model/concentrator-pages.ts'
import { M } from './concentrator.messages.ts'
import { OF_POLES } from './pole-system.ts'

const tabs = () => import('./concentrator-tabs.tsx')
type Tab = ComponentType<{ readonly row: object }>
const tab = (name: 'ConcentratorContacts' | 'ConcentratorLamps' | 'ConcentratorLog') =>
  lazy(async () => ({ default: (await tabs())[name] as unknown as Tab }))
const Loops = lazy(async () => ({ default: (await import('./concentrator-loops.tsx')).ConcentratorLoops as unknown as Tab }))

const concentratorConsole = onDeviceConsole(concentrator, concentratorType, {
  slots: {
    detailTabs: {
      contacts: { label: M.contacts, body: tab('ConcentratorContacts') },
      loops: { label: M.loops, body: Loops },
      lamps: { label: M.lamps, body: tab('ConcentratorLamps') },
      log: { label: M.log, body: tab('ConcentratorLog') },
    },
  },
})

export const concentratorConsoles = [
  concentratorConsole,
  onConsole(concentratorLamp, {
    empty: [
      '还没有灯具绑定到集中控制器。在集中控制器列表中选择一台，点“绑定灯具”',
      'No lamp is bound to a concentrator yet. Use "Bind lamps" in the list of concentrators',
    ],
    emptyRight: 'concentrator_bindlamps',
  }),
  onConsole(concentratorConfig, { find: ['sn', 'name'], labels: false }),
]

/** The list also stands in the system of smart poles, with the concentrators of its projects. */
export const concentratorPages = [
  ...alsoAt({
    resource: concentrator.name,
    label: poleConcentrators.label,
    permission: 'concentrator_view',
    fixed: OF_POLES,
    list: poleConcentrators.path,
  }),
  ...recordPages({ link: concentratorRecords.path, label: concentratorRecords.label, types: [concentratorType.code] }),
  menuPage(centralizedControl, { load: async () => (await import('./centralized-control.page.tsx')).CentralizedControlPage }),
]
