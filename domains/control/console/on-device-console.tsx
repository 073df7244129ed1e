import { useT } from '@lamplight/console-kit'
import { type ConsoleUi, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import { recordTabs } from '@lamplight/devices/console'
import { type DeviceKind, liveTopic } from '@lamplight/devices/model'
import { type DeviceProperty, type DeviceTypeDefinition, type ResourceDefinition, unitSymbol } from '@lamplight/kit'
import { type ConsoleKind, registerKind } from './device-kinds.ts'
import { DeviceCommandTab, DeviceHistory, DeviceLive, DeviceStatus, type Part } from './device-parts.ts'
import type { DeviceRow } from './device-row.ts'
import { mergeNews, staleAfter, withNews } from './device-values.ts'
import { K } from './kind.messages.ts'
import { DeviceCommandDialog } from './lazy-device-command.ts'
import { paramsTab } from './params-tab.tsx'
import { ReportedAge, ReportedValue } from './reported-value.tsx'

type DeviceUi<D extends ResourceDefinition> = ConsoleUi<D> & {
  /** Buttons of commands of a device that are no actions of its resource. */
  readonly commandButtons?: ConsoleKind['Buttons']
}
interface ActionDialogProps {
  readonly rows: readonly object[]
  readonly count: number
  readonly filter: Readonly<Record<string, string>> | null
  readonly close: () => void
}

/** Binds a part of the device page to its kind. */
const partOf = (kind: ConsoleKind, Part: Part) => {
  const Bound = ({ row }: { readonly row: object }) => <Part kind={kind} row={row as DeviceRow} />
  return Bound
}

/** Dialog of a command to the selected rows, or to all rows that match the list's filter. */
const dialogOf = (kind: ConsoleKind, action: string) => {
  const Command = ({ rows, count, filter, close }: ActionDialogProps) => {
    const t = useT()
    const [first] = rows as readonly DeviceRow[]
    const one = count === 1 && first ? String(first.name || first.sn) : t(K.selected)
    return (
      <DeviceCommandDialog
        kind={kind}
        action={action}
        target={filter ? { filter: { ...filter, all: '1' } } : { ids: (rows as readonly DeviceRow[]).map(({ id }) => id) }}
        name={filter ? t(K.filtered) : one}
        onClose={close}
      />
    )
  }
  return Command
}

const isMeasure = ({ type = 'number', values, retired }: DeviceProperty): boolean => type === 'number' && !values && !retired

/** Cells of measured values. Old values are grey. */
const columnsOf = ({ type }: ConsoleKind): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(type.properties)
      .filter(([, property]) => isMeasure(property))
      .map(([name, { unit, decimals }]) => {
        const Cell = ({ value, row }: { readonly value: number | null; readonly row: DeviceRow }) => (
          <ReportedValue
            value={value}
            at={row.reportedAt}
            unit={unit ? unitSymbol(unit) : ''}
            decimals={decimals}
            staleMs={staleAfter(type, row)}
          />
        )
        return [name, Cell]
      }),
  ),
  reportedAt: ({ value, row }: { readonly value: string | null; readonly row: DeviceRow }) => (
    <ReportedAge value={value} staleMs={staleAfter(type, row)} />
  ),
})

/**
 * Derives the console of a device kind from its definitions: the list with live values, a page with values, history, commands and parameters, and one
 * dialog for all its commands. `ui` adds parts or replaces them.
 */
export const onDeviceConsole = <const D extends ResourceDefinition>(
  resource: D,
  type: DeviceTypeDefinition,
  ui: DeviceUi<D> = {},
): ResourceConsole => {
  const { columns, actions, slots, commandButtons, byFilter = [], ...rest } = ui
  const kind: ConsoleKind = { resource, type, ...(commandButtons && { Buttons: commandButtons }) }
  registerKind(kind)
  const commands = Object.entries(resource.actions ?? {}).flatMap(([name, { command }]) => (command === undefined ? [] : [name]))
  const generated = {
    counter: K.counter,
    deviceCode: type.code,
    find: ['name', 'sn'],
    byFilter: [...commands, ...byFilter],
    columns: { ...columnsOf(kind), ...columns },
    actions: { ...Object.fromEntries(commands.map((name) => [name, dialogOf(kind, name)])), ...actions },
    slots: {
      detailTop: partOf(kind, DeviceStatus),
      ...slots,
      detailTabs: {
        live: { label: K.live, leads: true, body: partOf(kind, DeviceLive) },
        history: { label: K.history, body: partOf(kind, DeviceHistory) },
        commands: { label: K.commands, body: partOf(kind, DeviceCommandTab) },
        ...paramsTab(type.name),
        ...slots?.detailTabs,
        ...recordTabs(undefined, { meter: kind }),
      },
    },
    live: {
      topic: liveTopic(type.name),
      apply: (row: object, news: Readonly<Record<string, unknown>>) => withNews(resource, row, news),
      merge: mergeNews,
    },
  }
  return onConsole(resource, { ...generated, ...rest } as unknown as ConsoleUi<D>)
}

/** Returns the consoles of device kinds for which the definitions are enough. */
export const deviceConsoles = (kinds: readonly DeviceKind[]): readonly ResourceConsole[] =>
  kinds.map(({ resource, type }) => onDeviceConsole(resource, type))
