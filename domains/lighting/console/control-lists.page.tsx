import { Segments, usePermission, useT, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { FixedParamsContext, type ResourceConsole, type SlotProps, selectedCount, useConsole } from '@lamplight/console-kit/resource'
import { DeviceButtons, LampButtons } from '@lamplight/control/console'
import type { Selector } from '@lamplight/control/model'
import { controllerType } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import { type ComponentType, useMemo } from 'react'
import './control-lists.css'

/** systemType 3: smart poles (decisions.md A14). */
const POLES = { systemType: '3' }
/** Groups of lamp controllers: the commands of the page are theirs. */
const GROUPS = { devType: String(controllerType.code) }
const GROUPS_OF_POLES = { ...POLES, ...GROUPS }
const CONTROLLER = 'lighting.controller'
const GROUP = 'devices.group'

const T = {
  aboutManual: ['选择控制器，再用列表上方的按钮下发指令', 'Select controllers, then send a command with the buttons above the list'],
  aboutGroup: ['勾选一个分组，对其中全部设备下发指令', 'Tick a group, then send a command to all of its devices'],
  chooseControllers: ['请先选择控制器', 'Select controllers first'],
  chooseGroup: ['请先勾选一个分组', 'Tick one group first'],
  controllers: ['所选控制器', 'Selected controllers'],
  filtered: ['列表筛选', 'List filter'],
  byDevice: ['按设备', 'By device'],
  byGroup: ['按分组', 'By group'],
  targets: ['控制对象', 'Targets'],
  noPoles: ['智慧灯杆还没有单灯控制器', 'Smart poles have no lamp controllers yet'],
  noPoleGroups: ['智慧灯杆还没有设备分组', 'Smart poles have no device groups yet'],
} as const satisfies Record<string, Text>

const Hint = ({ text }: { readonly text: Text }) => <span className="ll-control-hint">{useT()(text)}</span>

/** Commands to the selected controllers. */
const ManualButtons = ({ selection }: SlotProps) => {
  const t = useT()
  if (selectedCount(selection) === 0) return <Hint text={T.chooseControllers} />
  const selector: Selector =
    selection.kind === 'rows'
      ? { controllerIds: [...selection.rows.keys()] }
      : { controllerFilter: { ...selection.filter, all: '1' } as Readonly<Record<string, string>> }
  return (
    <LampButtons
      selector={selector}
      count={selectedCount(selection)}
      target={t(selection.kind === 'filter' ? T.filtered : T.controllers)}
    />
  )
}

/** Commands to all devices of the selected group. */
const GroupButtons = ({ selection }: SlotProps) => {
  const [only] = selection.kind === 'rows' ? selection.rows.values() : []
  if (!only || selectedCount(selection) !== 1) return <Hint text={T.chooseGroup} />
  const name = String(only.row.groupName ?? '')
  return (
    <>
      <LampButtons selector={{ groupId: only.id }} target={name} />
      <DeviceButtons resource={CONTROLLER} target={{ filter: { groupId: only.id, all: '1' } }} name={name} />
    </>
  )
}

interface Props {
  /** Shown above the list. */
  readonly listTop?: ComponentType<SlotProps> | undefined
  /** Text of an empty list. */
  readonly empty?: Text | undefined
}
interface Look extends Props {
  readonly about: Text
  readonly toolbar: ComponentType<SlotProps>
}
/** The list of a resource with commands in its toolbar; rows are not added, changed or removed here. */
const commanding = (console: ResourceConsole, { about, toolbar, listTop, empty }: Look): ResourceConsole => {
  const { resource, ui } = console
  const actions = Object.fromEntries(Object.entries(resource.actions ?? {}).filter(([, { command }]) => command !== undefined))
  const api = { base: resource.api.base, verbs: resource.api.verbs.filter((verb) => ['list', 'page', 'get', 'detail'].includes(verb)) }
  const { export: _export, import: _import, ...io } = resource.io ?? {}
  return {
    ...console,
    resource: { ...resource, about, api, actions, io },
    ui: { ...ui, ...(empty && { empty }), slots: { ...ui.slots, toolbar: undefined, toolbarLead: toolbar, ...(listTop && { listTop }) } },
  }
}

const Controllers = ({ listTop, empty }: Props) => {
  const console = useConsole(CONTROLLER)
  const shown = useMemo(
    () => console && commanding(console, { about: T.aboutManual, toolbar: ManualButtons, listTop, empty }),
    [console, listTop, empty],
  )
  return shown ? <ResourceList console={shown} /> : null
}

const Groups = ({ listTop, empty }: Props) => {
  const console = useConsole(GROUP)
  const shown = useMemo(
    () => console && commanding(console, { about: T.aboutGroup, toolbar: GroupButtons, listTop, empty }),
    [console, listTop, empty],
  )
  return shown ? <ResourceList console={shown} /> : null
}

/** Screen city.manual: commands to selected controllers. */
export const ManualPage = () => <Controllers />

/** Screen city.groupControl: commands to a group. */
export const GroupControlPage = () => (
  <FixedParamsContext value={GROUPS}>
    <Groups />
  </FixedParamsContext>
)

/** Chooses between the list of controllers and that of groups. */
const Targets = () => {
  const t = useT()
  const { query, setQuery } = useTab()
  if (!usePermission('device_group_view')) return null
  return (
    <div className="ll-control-targets">
      <Segments
        label={t(T.targets)}
        value={query.tab === 'group' ? 'group' : ''}
        options={[
          { value: '', label: t(T.byDevice) },
          { value: 'group', label: t(T.byGroup) },
        ]}
        onChange={(tab) => setQuery({ tab, current: '' })}
      />
    </div>
  )
}

/** Screen visual.powerCtl: commands to the lamps of smart poles, by controller or by group. */
export const PowerControlPage = () => {
  const { query } = useTab()
  const maySeeGroups = usePermission('device_group_view')
  const byGroup = query.tab === 'group' && maySeeGroups
  return (
    <FixedParamsContext value={byGroup ? GROUPS_OF_POLES : POLES}>
      {byGroup ? <Groups listTop={Targets} empty={T.noPoleGroups} /> : <Controllers listTop={Targets} empty={T.noPoles} />}
    </FixedParamsContext>
  )
}
