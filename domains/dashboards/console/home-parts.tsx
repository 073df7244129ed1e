import { hrefOf, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import type { ReactNode } from 'react'
import type { RunningBatch } from '../model/index.ts'

export const LAMPS = '/city/lampmanagement/lampinformation'
export const RECORDS = '/city/commandRecord/index'
const COMMANDS = { 1: ['调光', 'Dim'], 2: ['开灯', 'On'], 3: ['关灯', 'Off'], 4: ['恢复日程', 'Back to calendar'] } as const

export const Figure = ({ name, value, unit }: { readonly name: string; readonly value: string; readonly unit?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value} {unit && <small>{unit}</small>}
    </dd>
  </div>
)

export const List = ({
  title,
  empty,
  href,
  children,
}: {
  readonly title: string
  readonly empty: string
  readonly href: string
  readonly children: readonly ReactNode[]
}) => (
  <section>
    <h2>
      <Link to={href}>{title}</Link>
    </h2>
    {children.length === 0 ? <p>{empty}</p> : <ul>{children}</ul>}
  </section>
)

export const Batch = ({ batch, note }: { readonly batch: RunningBatch; readonly note: string }) => {
  const t = useT()
  const words = COMMANDS[batch.command as keyof typeof COMMANDS] ?? COMMANDS[1]
  return (
    <li>
      <Link
        to={hrefOf({ path: `${RECORDS}/details`, query: { id: batch.id } })}
      >{`${t(words)}${batch.command === 1 && batch.level !== null ? ` ${batch.level} %` : ''} · ${batch.targetText}`}</Link>
      <span>{note}</span>
      <small>{batch.createTime}</small>
    </li>
  )
}
