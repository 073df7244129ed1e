import { api, Link, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { SecondPerson } from '../../model/second-person.ts'
import './command.css'
import { SP } from './second-person.messages.ts'

/** Names shown before the others are only counted. */
const NAMED = 5

/** What somebody does in a tenant where nobody else may approve: links for those who may follow them. */
const Alone = ({ param }: { readonly param: string }) => {
  const t = useT()
  const [users, params] = [usePermission('user_edit'), usePermission('param_edit')]
  return (
    <>
      {t(SP.nobody)}
      {t(['。', '. '])}
      {users && <Link to="/system/user">{t(SP.users)}</Link>}
      {users && params && ' · '}
      {params && <Link to={`/system/param?paramKey=${param}`}>{t(SP.limit)}</Link>}
      {!users && !params && t(SP.ask)}
    </>
  )
}

/**
 * Says before the work that it needs a second person: from how many devices on, and who may approve. Nothing if the tenant has no limit and
 * the work is not `needed` to be approved for another reason.
 */
export const SecondPersonNote = ({
  path,
  param,
  devices,
  needed = false,
  without,
}: {
  /** Address of the call that tells it (`secondPersonRoute`). */
  readonly path: string
  /** Key of the parameter with the limit. */
  readonly param: string
  /** Number of chosen devices; undefined while none is chosen. */
  readonly devices?: number | undefined
  /** It needs a second person whatever the number. */
  readonly needed?: boolean
  /** Id of the user who requested it and so cannot approve. */
  readonly without?: string | null | undefined
}) => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useQuery({
    queryKey: ['control.secondPerson', path],
    queryFn: ({ signal }) => api.get<SecondPerson>(path, {}, { signal, quiet: true }),
    staleTime: 30_000,
  })
  if (!data || (data.limit === 0 && !needed)) return null
  const { limit } = data
  const exceeds = limit > 0 && devices !== undefined && devices > limit
  const people = data.people.filter(({ id }) => id !== without)
  const others = data.others - (data.people.length - people.length)
  const names = people
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(t(['、', ', ']))
  const who =
    people.length === 0
      ? t(SP.count, { n: number(others) })
      : t(SP.who, { names: others > NAMED ? t(SP.andMore, { names, n: number(others) }) : names })
  return (
    <p className={exceeds || needed || others === 0 ? 'll-command__warn' : 'll-command__note'} data-second-person={others}>
      {exceeds ? t(SP.exceeds, { devices: number(devices), n: number(limit) }) : t(needed ? SP.needed : SP.above, { n: number(limit) })}
      {t(['。', '. '])}
      {others === 0 ? <Alone param={param} /> : who}
    </p>
  )
}
