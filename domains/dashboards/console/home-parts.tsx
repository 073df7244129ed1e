import { hrefOf, useFormat, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import type { ReactNode } from 'react'
import type { HomeInfo, RunningBatch } from '../model/index.ts'
import { M } from './home.messages.ts'

export const LAMPS = '/city/lampmanagement/lampinformation'
const RECORDS = '/city/commandRecord/index'
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

const Batch = ({ batch, note }: { readonly batch: RunningBatch; readonly note: string }) => {
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

/** What runs, and what of the last day was not kept. */
export const CommandLists = ({ info }: { readonly info: Pick<HomeInfo, 'running' | 'failed'> }) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <>
      <List title={t(M.running)} empty={t(M.noRunning)} href={RECORDS}>
        {info.running.map((batch) => (
          <Batch key={batch.id} batch={batch} note={t(M.verified, { verified: number(batch.verified), total: number(batch.total) })} />
        ))}
      </List>
      <List title={t(M.failed)} empty={t(M.noFailed)} href={hrefOf({ path: RECORDS, query: { status: '3,4,5' } })}>
        {info.failed.map((batch) => (
          <Batch key={batch.id} batch={batch} note={t(M.lost, { failed: number(batch.failed), timedOut: number(batch.timedOut) })} />
        ))}
      </List>
    </>
  )
}
