import { hrefOf, useT, useUser } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { BatchLink, ProgressNote } from '@lamplight/control/console'
import type { BatchSummary } from '@lamplight/control/model'
import type { ReactNode } from 'react'
import type { HomeInfo } from '../../model/index.ts'
import { commandListWords } from './home-words.ts'

const RECORDS = '/city/controlCenter/commandRecord/index'

/** A figure that leads to the rows behind it. */
export const Figure = ({
  name,
  value,
  unit,
  href,
}: {
  readonly name: string
  readonly value: string
  readonly unit?: string
  readonly href: string
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Link to={href}>{value}</Link> {unit && <small>{unit}</small>}
    </dd>
  </div>
)

export const List = ({
  title,
  empty,
  href,
  more,
  children,
}: {
  readonly title: string
  readonly empty: string
  readonly href: string
  /** Text of the link to all entries, if the list shows only some. */
  readonly more?: string
  readonly children: readonly ReactNode[]
}) => (
  <section>
    <h2>
      <Link to={href}>{title}</Link>
    </h2>
    {children.length === 0 ? <p>{empty}</p> : <ul>{children}</ul>}
    {more && (
      <Link className="ll-home-more" to={href}>
        {more}
      </Link>
    )}
  </section>
)

const Batch = ({ batch }: { readonly batch: BatchSummary }) => (
  <li>
    <BatchLink batch={batch} />
    <ProgressNote counts={batch} />
    <small>{batch.createTime}</small>
  </li>
)

/** Running commands, and commands of the last day with failures. */
export const CommandLists = ({ info }: { readonly info: Pick<HomeInfo, 'running' | 'failed'> }) => {
  const t = useT()
  const words = commandListWords(useUser()?.limited === true)
  return (
    <>
      <List title={t(words.running)} empty={t(words.noRunning)} href={RECORDS}>
        {info.running.map((batch) => (
          <Batch key={batch.id} batch={batch} />
        ))}
      </List>
      <List title={t(words.failed)} empty={t(words.noFailed)} href={hrefOf({ path: RECORDS, query: { state: '3,4,5' } })}>
        {info.failed.map((batch) => (
          <Batch key={batch.id} batch={batch} />
        ))}
      </List>
    </>
  )
}
