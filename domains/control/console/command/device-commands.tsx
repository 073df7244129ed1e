import { useT } from '@lamplight/console-kit'
import type { DetailPart } from '@lamplight/console-kit/resource'
import type { ComponentProps } from 'react'
import './command.css'
import { C } from './command.messages.ts'
import { LampButtons } from './lamp-buttons.tsx'
import { useCommandRights } from './use-command-rights.ts'

const TITLES = ['groupName', 'areaName', 'name'] as const

/** Commands for all devices of a group, an area, a project or a street, on its page. */
export const DeviceCommands = ({
  row,
  selector,
}: ComponentProps<DetailPart> & { readonly selector: 'groupId' | 'areaId' | 'projectId' | 'streetId' }) => {
  const t = useT()
  const may = useCommandRights()
  const title = TITLES.map((name) => row[name]).find((value) => typeof value === 'string')
  if (!Object.values(may).some(Boolean)) return null
  return (
    <div className="ll-commands">
      <span>{t(C.bar)}</span>
      <LampButtons selector={{ [selector]: row.id }} target={String(title ?? row.id)} />
    </div>
  )
}
