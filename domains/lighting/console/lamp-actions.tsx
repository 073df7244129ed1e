import { Icon, notify, type Translate, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { type ActionDialogProps, type SlotProps, selectedCount } from '@lamplight/console-kit/resource'
import { CommandDialog } from '@lamplight/control/console'
import { GroupDialog } from '@lamplight/devices/console'
import { Suspense, useState } from 'react'
import type { lamp } from '../model/lamp.resource.ts'

type DialogProps = Pick<ActionDialogProps<typeof lamp, never>, 'rows' | 'count' | 'filter' | 'close'>

/** Name of the lamps in the dialog until the server has named them. */
const targetOf = ({ rows, count, filter }: DialogProps, t: Translate): string => {
  const [first] = rows
  if (filter) return t(['列表筛选', 'List filter'])
  return count === 1 && first ? first.name : t(['所选灯具', 'Selected lamps'])
}

const LampCommand = ({ command, ...props }: DialogProps & { readonly command: 'dim' | 'off' | 'release' }) => {
  const t = useT()
  const { rows, filter, close } = props
  const selector = filter ? { filter: { ...filter, all: '1' } } : { lampIds: rows.map((row) => row.id) }
  return <CommandDialog command={command} selector={selector} target={targetOf(props, t)} onClose={close} />
}

/** Commands of the lamp list, like those of the map: to selected lamps, or to all that match its filters. */
export const DimLamps = (props: DialogProps) => <LampCommand command="dim" {...props} />
export const CloseLamps = (props: DialogProps) => <LampCommand command="off" {...props} />
export const ReleaseLamps = (props: DialogProps) => <LampCommand command="release" {...props} />

/** Button that adds the controllers of the selected lamps to a group. */
export const GroupLamps = ({ selection, clear }: SlotProps) => {
  const t = useT()
  const { number } = useFormat()
  const may = usePermission('device_group_member')
  const [open, setOpen] = useState(false)
  if (!may) return null
  const ids = new Set(selection.kind === 'rows' ? [...selection.rows.values()].map(({ row }) => String(row.controllerId ?? '')) : [])
  ids.delete('')
  const count = selectedCount(selection)
  const openDialog = (): void => {
    if (count === 0) notify.warning(['请选择至少一条数据', 'Select at least one row'])
    else if (selection.kind === 'filter') notify.warning(['请逐盏选择要加入分组的灯', 'Select lamps one by one to add them to a group'])
    else if (ids.size === 0) notify.warning(['所选的灯没有控制器', 'The selected lamps have no controller'])
    else setOpen(true)
  }
  return (
    <>
      <button type="button" className="ll-button" onClick={openDialog}>
        <Icon name="group" size={16} />
        {count > 0 && selection.kind === 'rows'
          ? t(['加入分组 {n} 盏', 'Add {n} to group'], { n: number(count) })
          : t(['加入分组', 'Add to group'])}
      </button>
      <Suspense>
        {open && (
          <GroupDialog
            deviceIds={[...ids]}
            onClose={() => {
              setOpen(false)
              clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
