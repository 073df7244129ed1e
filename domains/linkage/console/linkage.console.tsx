import { defineConsole, later, menuPage } from '@lamplight/console-kit'
import { alsoAt, onConsole } from '@lamplight/console-kit/resource'
import { DeviceCell, TypeCell, TypeInput, typeFilters } from '@lamplight/devices/console'
import { linkage } from '../domain.ts'
import { alarmConfig } from '../model/alarm-config.resource.ts'
import { boxStrategy } from '../model/box-strategy.resource.ts'
import { linkageInstance } from '../model/instance.resource.ts'
import { boxControl, boxRecord } from '../model/pages.ts'
import { linkageRecord } from '../model/record.resource.ts'
import { linkageTemplate } from '../model/template.resource.ts'

const inputs = () => import('./template-inputs.tsx')
const { toggleDevType, devType } = linkageTemplate.fields
const useTypeFilters = typeFilters({ toggleDevType: toggleDevType.options.label, devType: devType.options.label })
const useAlarmTypeFilter = typeFilters({ devType: alarmConfig.fields.devType.options.label })
const types = { toggleDevType: TypeCell, devType: TypeCell } as const
const property = later(async () => (await inputs()).PropertyCell)
const value = later(async () => (await inputs()).ValueCell)

/** Command records of product devices, which are the units of road cabinets. */
const BOXES = { deviceType_ge: '10000' } as const

export const linkageConsole = defineConsole({
  domain: linkage,
  pages: [
    menuPage(boxControl, { load: async () => (await import('./box-control.page.tsx')).BoxControlPage }),
    ...alsoAt({
      resource: 'control.batch',
      label: boxRecord.label,
      permission: 'commandrecord_view',
      list: boxRecord.path,
      fixed: BOXES,
    }),
  ],
  resources: [
    onConsole(linkageInstance, {
      find: ['instanceName'],
      useFilters: useTypeFilters,
      labels: false,
      columns: types,
      inputs: {
        toggleDevIds: later(async () => (await import('./devices-input.tsx')).ToggleDevicesInput),
        devIds: later(async () => (await import('./devices-input.tsx')).ActingDevicesInput),
      },
      slots: {
        formEnd: later(async () => (await import('./dry-run.tsx')).FormDryRun),
        detailTop: later(async () => (await import('./dry-run.tsx')).RowDryRun),
      },
      empty: [
        '新增联动：选择模板，绑定触发设备和执行设备，先试算再启用',
        'Add a linkage: choose a template, bind trigger and acting devices, make a dry run, then enable it',
      ],
    }),
    onConsole(linkageTemplate, {
      find: ['name'],
      useFilters: useTypeFilters,
      labels: false,
      columns: { ...types, property, value },
      inputs: {
        toggleDevType: TypeInput,
        devType: TypeInput,
        property: later(async () => (await inputs()).PropertyInput),
        operator: later(async () => (await inputs()).OperatorInput),
        value: later(async () => (await inputs()).ValueInput),
        actions: later(async () => (await import('./actions-input.tsx')).ActionsInput),
      },
      empty: ['新增模板：触发条件，以及要执行的指令', 'Add a template: a condition, and the commands that it causes'],
    }),
    onConsole(linkageRecord, { labels: false, state: 'state', columns: { deviceId: DeviceCell } }),
    onConsole(boxStrategy, {
      find: ['name'],
      labels: false,
      inputs: { entries: later(async () => (await import('./box-rows-input.tsx')).EntriesInput) },
      actions: { set: later(async () => (await import('./cabinets-input.tsx')).SendToCabinets) },
      empty: ['新增箱控策略，再下发到机柜', 'Add a box strategy, then send it to cabinets'],
    }),
    onConsole(alarmConfig, {
      find: ['name'],
      useFilters: useAlarmTypeFilter,
      labels: false,
      columns: { devType: TypeCell, subAlarmType: later(async () => (await import('./event-input.tsx')).EventCell) },
      inputs: {
        devType: TypeInput,
        subAlarmType: later(async () => (await import('./event-input.tsx')).EventInput),
        actions: later(async () => (await import('./box-rows-input.tsx')).AlarmActionsInput),
        cabinetIds: later(async () => (await import('./cabinets-input.tsx')).CabinetsInput),
      },
      empty: ['新增配置：哪类设备的哪种告警，切换哪些接口', 'Add a configuration: which alarm of which type switches which interfaces'],
    }),
  ],
})
