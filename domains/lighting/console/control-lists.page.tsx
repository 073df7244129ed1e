import { usePermission, useT, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { FixedParamsContext, type ResourceConsole, reach, type SlotProps, useConsole } from '@lamplight/console-kit/resource'
import { DeviceButtons, LampButtons } from '@lamplight/control/console'
import type { Selector } from '@lamplight/control/model'
import type { Text } from '@lamplight/kit'
import { type ComponentType, useMemo } from 'react'
import './control-lists.css'

/** systemType 3: smart poles (decisions.md A14). */
const POLES = { systemType: '3' }
const CONTROLLER = 'lighting.controller'
const GROUP = 'devices.group'

const T = {
  manual: ['手动控制', 'Manual control'],
  aboutManual: ['选择控制器，调光、开关灯，或下发简单指令', 'Select controllers, then dim, switch or send simple commands'],
  group: ['分组控制', 'Group control'],
  aboutGroup: ['选择一个分组，对其中全部设备下发指令', 'Select a group, then send a command to all of its devices'],
  chooseControllers: ['请先选择控制器', 'Select controllers first'],
  chooseGroup: ['请先选择一个分组', 'Select one group first'],
  controllers: ['所选控制器', 'Selected controllers'],
  filtered: ['列表筛选', 'List filter'],
  byDevice: ['按设备', 'By device'],
  byGroup: ['按分组', 'By group'],
} as const satisfies Record<string, Text>

const Hint = ({ text }: { readonly text: Text }) => <span className="ll-control-hint">{useT()(text)}</span>

/** Commands to the selected controllers. */
const ManualButtons = ({ selection }: SlotProps) => {
  const t = useT()
  if (reach(selection) === 0) return <Hint text={T.chooseControllers} />
  const selector: Selector =
    selection.kind === 'rows'
      ? { controllerIds: [...selection.rows.keys()] }
      : { controllerFilter: { ...selection.filter, all: '1' } as Readonly<Record<string, string>> }
  return <LampButtons selector={selector} target={t(selection.kind === 'filter' ? T.filtered : T.controllers)} />
}

/** Commands to all devices of the selected group. */
const GroupButtons = ({ selection }: SlotProps) => {
  const [only] = selection.kind === 'rows' ? selection.rows.values() : []
  if (!only || reach(selection) !== 1) return <Hint text={T.chooseGroup} />
  const name = String(only.row.groupName ?? '')
  return (
    <>
      <LampButtons selector={{ groupId: only.id }} target={name} />
      <DeviceButtons resource={CONTROLLER} target={{ filter: { groupId: only.id, all: '1' } }} name={name} />
    </>
  )
}

/** The list of a resource with commands in its toolbar; rows are not added, changed or removed here. */
const commanding = (
  console: ResourceConsole,
  { label, about, toolbar }: { label: Text; about: Text; toolbar: ComponentType<SlotProps> },
): ResourceConsole => {
  const { resource, ui } = console
  const actions = Object.fromEntries(Object.entries(resource.actions ?? {}).filter(([, { command }]) => command !== undefined))
  const api = { base: resource.api.base, verbs: resource.api.verbs.filter((verb) => ['list', 'page', 'get', 'detail'].includes(verb)) }
  const { export: _export, import: _import, ...io } = resource.io ?? {}
  return {
    ...console,
    resource: { ...resource, label, about, api, actions, io },
    ui: { ...ui, slots: { ...ui.slots, toolbar } },
  }
}

const Controllers = () => {
  const console = useConsole(CONTROLLER)
  const shown = useMemo(() => console && commanding(console, { label: T.manual, about: T.aboutManual, toolbar: ManualButtons }), [console])
  return shown ? <ResourceList console={shown} /> : null
}

const Groups = () => {
  const console = useConsole(GROUP)
  const shown = useMemo(() => console && commanding(console, { label: T.group, about: T.aboutGroup, toolbar: GroupButtons }), [console])
  return shown ? <ResourceList console={shown} /> : null
}

/** Screen city.manual: commands to selected controllers. */
export const ManualPage = () => <Controllers />

/** Screen city.groupControl: commands to a group. */
export const GroupControlPage = () => <Groups />

/** Screen visual.powerCtl: commands to the lamps of smart poles, by controller or by group. */
export const PowerControlPage = () => {
  const t = useT()
  const { query, setQuery } = useTab()
  const maySeeGroups = usePermission('device_group_view')
  const byGroup = query.tab === 'group' && maySeeGroups
  return (
    <FixedParamsContext value={POLES}>
      {maySeeGroups && (
        <div className="ll-batch-filter" role="radiogroup" aria-label={t(['控制对象', 'Targets'])}>
          {([false, true] as const).map((one) => (
            // biome-ignore lint/a11y/useSemanticElements: a chip that is pressed, not a form field
            <button
              key={String(one)}
              type="button"
              role="radio"
              aria-checked={one === byGroup}
              onClick={() => setQuery({ tab: one ? 'group' : '', current: '' })}
            >
              {t(one ? T.byGroup : T.byDevice)}
            </button>
          ))}
        </div>
      )}
      {byGroup ? <Groups /> : <Controllers />}
    </FixedParamsContext>
  )
}
