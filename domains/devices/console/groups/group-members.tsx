import { confirm, Empty, notify, useFormat, usePermission, useT, useUser } from '@lamplight/console-kit'
import { PagedTable, RowsBar, useChosenRows } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { Suspense, useMemo, useState } from 'react'
import type { group } from '../../model/index.ts'
import { deviceColumns } from '../device-columns.tsx'
import '../devices.css'
import { M } from '../devices.messages.ts'
import { GroupDialog } from './lazy-group.ts'
import { MembersDialog } from './members.dialog.tsx'
import { changeMembers, useMembers } from './use-members.ts'

type OpenDialog = 'add' | 'copy' | 'move' | null
type Props = { readonly row: Row<typeof group> }

/** The members of a group, with buttons to add, remove, move and copy them. */
export const GroupMembers = ({ row }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const may = usePermission('device_group_member')
  const { query, rows: devices, total, page, filter, setFilter } = useMembers(row.id)
  const { sn } = filter
  const setSn = (next: string) => setFilter({ sn: next.trim() })
  const columns = useMemo(() => deviceColumns(devices, true), [devices])
  const selection = useChosenRows(devices, ({ id }) => id, sn)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const isLimited = useUser()?.limited === true
  const hidden = isLimited && query.data && !sn ? Math.max(0, (row.memberCount ?? 0) - total) : 0
  const n = number(selection.rows.size)
  const ids = [...selection.rows.keys()]
  const done = (): void => {
    selection.clear()
    setOpenDialog(null)
  }
  const remove = async (): Promise<void> => {
    const title = t(M.removeTitle, { n, group: row.groupName })
    if (!(await confirm({ title, text: t(M.removeText), ok: t(M.removeN, { n }), danger: true }))) return
    await changeMembers('remove', { groupId: row.id, ids }).then(
      () => {
        notify.success(t(M.removed, { n }))
        done()
      },
      () => undefined,
    )
  }
  const add = may && (
    <button type="button" className="ll-button ll-button--primary" onClick={() => setOpenDialog('add')}>
      {t(M.addMembers)}
    </button>
  )
  return (
    <section className="ll-devices-tab" aria-label={t(M.members)}>
      {(total > 0 || sn) && (
        <div className="ll-devices-tools">
          {add}
          <input
            type="search"
            className="ll-f-input ll-devices-find"
            placeholder={t(M.findSn)}
            aria-label={t(M.findSn)}
            defaultValue={sn}
            onKeyDown={(event) => event.key === 'Enter' && setSn(event.currentTarget.value)}
            onBlur={(event) => event.currentTarget.value.trim() !== sn && setSn(event.currentTarget.value)}
          />
        </div>
      )}
      {hidden > 0 && total > 0 && (
        <p className="ll-devices-note">{t(M.membersBeyond, { all: number(row.memberCount ?? 0), n: number(hidden) })}</p>
      )}
      <RowsBar selection={selection} nameOf={({ name, sn: serial }) => name || serial}>
        <button type="button" className="ll-r-link" onClick={() => setOpenDialog('copy')}>
          {t(M.copyN, { n })}
        </button>
        <button type="button" className="ll-r-link" onClick={() => setOpenDialog('move')}>
          {t(M.moveN, { n })}
        </button>
        <button type="button" className="ll-r-link" data-danger onClick={() => void remove()}>
          {t(M.removeN, { n })}
        </button>
      </RowsBar>
      <PagedTable
        query={query}
        page={page}
        skeleton={8}
        empty={
          sn ? (
            <Empty text={t(M.nothingFound)}>
              <button type="button" className="ll-button" onClick={() => setSn('')}>
                {t(M.clear)}
              </button>
            </Empty>
          ) : (
            <Empty text={hidden > 0 ? t(M.noneOfMembers, { n: number(hidden) }) : t(M.noMembers)}>{add}</Empty>
          )
        }
        columns={columns}
        rows={devices}
        label={t(M.members)}
        keyOf={(device) => device.id}
        selection={may ? selection : undefined}
      />
      <Suspense>
        {openDialog === 'add' && <MembersDialog group={row} onClose={done} />}
        {(openDialog === 'copy' || openDialog === 'move') && (
          <GroupDialog deviceIds={ids} {...(openDialog === 'move' && { from: { id: row.id, name: row.groupName } })} onClose={done} />
        )}
      </Suspense>
    </section>
  )
}
